import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** In development, the console uses the service at `API_URL`, by default the local one. */
const developmentConfig: Plugin = {
  name: 'development-config',
  configureServer: ({ middlewares }) => {
    middlewares.use('/config.json', (_request, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ api_url: process.env.API_URL ?? 'http://127.0.0.1:3000', public_links: 'true' }));
    });
  },
};

/** What the heads of all documents have in common. */
const commonHead: Plugin = {
  name: 'common-head',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { charset: 'utf-8' }, injectTo: 'head-prepend' },
    { tag: 'meta', attrs: { name: 'viewport', content: 'width=device-width, initial-scale=1' } },
    { tag: 'meta', attrs: { name: 'color-scheme', content: 'light dark' } },
    { tag: 'link', attrs: { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' } },
  ],
};

/**
 * Builds three documents: the console, the reference with its larger viewer, and the page of public links, which has no
 * code of sessions. They load everything from files.
 */
export default defineConfig({
  root: import.meta.dirname,
  // The result must not depend on a local .env file.
  envDir: false,
  // Outside of the sources, so that tools do not read it as one of them.
  cacheDir: join(import.meta.dirname, '../node_modules/.vite'),
  plugins: [react(), tailwindcss(), commonHead, developmentConfig],
  build: {
    target: 'es2024',
    // The first versions with light-dark(). Its fallback for older ones ignores `color-scheme` below the root.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Data URLs would require a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['index.html', 'reference.html', 'shared.html'].map((name) => join(import.meta.dirname, name)),
    },
  },
});
