const POLYNOMIAL = 0x82f6_3b78;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit += 1) remainder = (remainder >>> 1) ^ ((remainder & 1) * POLYNOMIAL);
  return remainder >>> 0;
});

/** CRC-32C as the kernel computes it: without the final inversion, so that a sum continues another. */
export function crc32c(seed: number, bytes: Uint8Array): number {
  let sum = seed;
  for (const byte of bytes) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0);
  return sum >>> 0;
}
