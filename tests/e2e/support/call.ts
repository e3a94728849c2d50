import { type FormParts, formBody } from '#tests/support/files/pictures.ts'
import type { Product } from './product.ts'

export type Content = { form: FormParts } | object | undefined

/** An API call without a browser. An error response fails the test. */
export async function call<T>(
  product: Product,
  { token }: { token: string },
  method: string,
  path: string,
  content?: Content,
): Promise<T> {
  const { payload, headers } = await bodyOf(content)
  const answer = await fetch(`${product.url}/api${path}`, {
    method,
    headers: { authorization: token, ...headers },
    body: payload,
  })
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

async function bodyOf(content: Content): Promise<{ payload: BodyInit | null; headers: Record<string, string> }> {
  if (content === undefined) return { payload: null, headers: {} }
  if (!('form' in content)) return { payload: JSON.stringify(content), headers: { 'content-type': 'application/json' } }
  const { payload, headers } = await formBody(content.form)
  return { payload: Uint8Array.from(payload), headers }
}
