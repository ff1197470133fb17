/** Whether a content type is of a media type, in which `*` stands for anything; parameters such as a charset do not count. */
export function matchesMediaType(pattern: string, contentType: string): boolean {
  const [actual = ''] = contentType.toLowerCase().split(';');
  const [wantedType, wantedSubtype = '*'] = pattern.toLowerCase().split('/');
  const [type = '', subtype = ''] = actual.trim().split('/');
  return (
    type !== '' && (wantedType === '*' || wantedType === type) && (wantedSubtype === '*' || wantedSubtype === subtype)
  );
}
