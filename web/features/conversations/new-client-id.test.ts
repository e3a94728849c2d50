import { expect, test } from 'vitest'
import { newClientId } from './new-client-id.ts'

test('Every message gets a name of its own, in the form the server asks for', () => {
  const ids = Array.from({ length: 500 }, newClientId)
  expect(new Set(ids).size).toBe(500)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
