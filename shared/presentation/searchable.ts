/**
 * A text in the form in which searches compare it: without differences of case and of Unicode form. Upper case, as it
 * has one form of `ß` and `SS`, of `σ` and `ς`, and of the four letters i of Turkish.
 */
export function searchable(text: string): string {
  return text.normalize('NFKD').toUpperCase().replaceAll('I\u0307', 'I').normalize('NFC');
}
