import { generateKeyPairSync, sign } from 'node:crypto'

/** A DER value: tag, length, content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const octets = (content: Buffer) => der(0x04, content)
const bits = (content: Buffer) => der(0x03, Buffer.from([0]), content)

function time(date: Date): Buffer {
  const digits = date.toISOString().replaceAll(/[^\d]/g, '')
  return der(0x17, Buffer.from(`${digits.slice(2, 14)}Z`))
}

const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'))
const COMMON_NAME = objectId('550403')
const BASIC_CONSTRAINTS = objectId('551d13')
const ALTERNATIVE_NAME = objectId('551d11')
const DAY_MS = 24 * 60 * 60 * 1000

/** A certificate that is signed with its own key and valid for a day, with that key. Both as PEM. */
export function selfSigned(host: string): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(host)))))
  const extensions = sequence(
    sequence(BASIC_CONSTRAINTS, octets(sequence(der(0x01, Buffer.from([0xff]))))),
    sequence(ALTERNATIVE_NAME, octets(sequence(der(0x82, Buffer.from(host))))),
  )
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    sequence(time(new Date(Date.now() - DAY_MS)), time(new Date(Date.now() + DAY_MS))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )
  const bytes = sequence(body, ECDSA_WITH_SHA256, bits(sign('sha256', body, privateKey)))
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
