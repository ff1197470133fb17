/**
 * Lets xterm.js work under a Content-Security-Policy without inline styles: its style elements become constructed
 * sheets, and its style attributes are set by the object model, which the policy allows. xterm.js creates elements with
 * the document of the page whenever it draws, so this holds for all of the page until it is disposed.
 */
export class StrictDocument {
  readonly #sheets: CSSStyleSheet[] = [];

  constructor() {
    document.createElement = this.#createElement as typeof document.createElement;
  }

  dispose(): void {
    Reflect.deleteProperty(document, 'createElement');
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => !this.#sheets.includes(sheet));
  }

  readonly #createElement = (tag: string, options?: ElementCreationOptions): HTMLElement => {
    if (tag === 'style') return this.#sheet();
    const element = Document.prototype.createElement.call(document, tag, options);
    return tag === 'span' ? strict(element) : element;
  };

  /** An element whose text is the content of a sheet. */
  #sheet(): HTMLElement {
    const sheet = new CSSStyleSheet();
    this.#sheets.push(sheet);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const element = Document.prototype.createElement.call(document, 'span');
    element.hidden = true;
    Object.defineProperty(element, 'textContent', { set: (text: string) => sheet.replaceSync(text) });
    return element;
  }
}

/** The object model may set styles. */
function strict(element: HTMLElement): HTMLElement {
  element.setAttribute = (name, value) => {
    if (name === 'style') element.style.cssText = value;
    else Element.prototype.setAttribute.call(element, name, value);
  };
  return element;
}
