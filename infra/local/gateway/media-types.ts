/** Whether a content type, ignoring its parameters, matches a media type with `*`. */
export function matchesMediaType(pattern: string, contentType: string): boolean {
  const [actual = ''] = contentType.toLowerCase().split(';');
  const [wantedType, wantedSubtype = '*'] = pattern.toLowerCase().split('/');
  const [type = '', subtype = ''] = actual.trim().split('/');
  return (
    type !== '' && (wantedType === '*' || wantedType === type) && (wantedSubtype === '*' || wantedSubtype === subtype)
  );
}
