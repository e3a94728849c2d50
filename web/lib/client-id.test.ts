import { expect, test } from 'vitest'
import { newClientId } from './client-id.ts'

test('Every client_id is unique, and in the format that the server requires', () => {
  const ids = Array.from({ length: 500 }, newClientId)
  expect(new Set(ids).size).toBe(500)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
