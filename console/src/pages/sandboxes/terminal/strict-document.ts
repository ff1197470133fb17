/**
 * Lets xterm.js work under a Content-Security-Policy without inline styles: its style elements become constructed
 * sheets, and its style attributes are set by the object model, which the policy allows.
 */
export class StrictDocument {
  /** What xterm.js creates its elements with. */
  readonly document: Document;
  readonly #sheets: CSSStyleSheet[] = [];

  constructor() {
    this.document = new Proxy(document, {
      get: (target, name) => {
        if (name === 'createElement') return this.#createElement;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  /** Runs what creates elements with the document itself. */
  during(work: () => void): void {
    document.createElement = this.#createElement as typeof document.createElement;
    try {
      work();
    } finally {
      Reflect.deleteProperty(document, 'createElement');
    }
  }

  dispose(): void {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => !this.#sheets.includes(sheet));
  }

  readonly #createElement = (tag: string): HTMLElement => {
    if (tag === 'style') return this.#sheet();
    const element = Document.prototype.createElement.call(document, tag);
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

/** The object model may set styles. Copies of the element are strict too. */
function strict(element: HTMLElement): HTMLElement {
  element.setAttribute = (name, value) => {
    if (name === 'style') element.style.cssText = value;
    else Element.prototype.setAttribute.call(element, name, value);
  };
  element.cloneNode = (isDeep) => strict(Node.prototype.cloneNode.call(element, isDeep) as HTMLElement);
  return element;
}
