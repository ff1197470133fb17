/** The bytes of a device. */
export interface BlockSource {
  /** The bytes from an offset. Fewer only where the device ends. */
  read(offset: number, length: number): Promise<Uint8Array>;
}
