/** The header of a PNG with 10,000 × 5,001 pixels, which is more than the server accepts. */
export const OVERSIZED_PNG: Buffer = oversizedPng()

function oversizedPng(): Buffer {
  const bytes = Buffer.alloc(64)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  bytes.writeUInt32BE(10_000, 16)
  bytes.writeUInt32BE(5001, 20)
  return bytes
}
