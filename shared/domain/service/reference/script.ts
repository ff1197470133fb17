/** Searches the page and opens an address's item; the page is complete without it. The policy has its hash. */
export const script = `
'use strict';
const search = document.getElementById('search');
const found = document.getElementById('found');
const operations = [...document.querySelectorAll('.operation')];
const sections = [...document.querySelectorAll('main section[id]')];
const show = () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let count = 0;
  for (const one of operations) {
    one.hidden = !words.every((word) => one.dataset.words.includes(word));
    if (!one.hidden) count += 1;
  }
  for (const section of sections) {
    const inside = section.querySelectorAll('.operation');
    if (inside.length > 0) section.hidden = words.length > 0 && [...inside].every((one) => one.hidden);
  }
  found.textContent = words.length === 0 ? '' : count === 1 ? '1 operation' : count + ' operations';
};
const open = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  const details = target.closest('details');
  if (details) details.open = true;
  target.scrollIntoView();
};
search.addEventListener('input', show);
addEventListener('hashchange', open);
addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== search) { event.preventDefault(); search.focus(); }
  if (event.key === 'Escape' && document.activeElement === search) { search.value = ''; show(); }
});
open();
`;
