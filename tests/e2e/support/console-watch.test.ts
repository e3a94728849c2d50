import { describe, expect, it } from 'vitest'
import { ConsoleWatch } from './console-watch.ts'

const refusal = (status: number) => `Failed to load resource: the server responded with a status of ${status} (Refused)`
const call = 'http://127.0.0.1:3000/api/users/sign_in?x=1'

describe('A browser test', () => {
  it('A browser test fails when the page prints anything', () => {
    const watch = new ConsoleWatch()
    watch.see('warning', 'Slow down', 'http://127.0.0.1:3000/assets/app.js')
    watch.see('error', refusal(401), call)
    expect(watch.unexpected()).toEqual([
      'warning: Slow down (http://127.0.0.1:3000/assets/app.js)',
      `error: ${refusal(401)} (${call})`,
    ])
  })

  it('A browser test fails when a declared refusal does not come, or has another path or status', () => {
    const watch = new ConsoleWatch()
    watch.expectRefusal(401, '/api/user')
    watch.see('error', refusal(401), call)
    watch.see('error', refusal(403), 'http://127.0.0.1:3000/api/user')
    expect(watch.unexpected()).toHaveLength(2)
    expect(watch.missing()).toEqual(['a refusal with 401 from /api/user'])
  })

  it('A browser test fails when only one of two declared refusals comes', () => {
    const watch = new ConsoleWatch()
    watch.expectRefusal(401)
    watch.expectRefusal(401)
    watch.see('error', refusal(401), call)
    expect(watch.missing()).toHaveLength(1)
  })

  it('A browser test passes when the declared lines come, also more than once', () => {
    const watch = new ConsoleWatch()
    watch.expectRefusal(401, '/api/users/sign_in')
    watch.expectLine(/ERR_INTERNET_DISCONNECTED/)
    watch.see('error', refusal(401), call)
    watch.see('error', refusal(401), call)
    watch.see('error', 'Failed to load resource: net::ERR_INTERNET_DISCONNECTED', call)
    expect([watch.unexpected(), watch.missing()]).toEqual([[], []])
  })
})
