import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** While the console is worked on, it talks to the service of `API_URL`, by default the local one. */
const developmentConfig: Plugin = {
  name: 'development-config',
  configureServer: ({ middlewares }) => {
    middlewares.use('/config.json', (_request, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ api_url: process.env.API_URL ?? 'http://127.0.0.1:3000' }));
    });
  },
};

/** Two documents: the console, and the reference with its larger viewer. Everything they load has a file of its own. */
export default defineConfig({
  root: import.meta.dirname,
  // The same files on each machine, whatever its .env says.
  envDir: false,
  // Beside the sources it would count as one of them.
  cacheDir: join(import.meta.dirname, '../node_modules/.vite'),
  plugins: [react(), tailwindcss(), developmentConfig],
  build: {
    target: 'es2024',
    // The first ones with light-dark(): what is made for older ones in its place knows the page alone, no part of it.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Data addresses would ask for a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['index.html', 'reference.html'].map((name) => join(import.meta.dirname, name)),
    },
  },
});
