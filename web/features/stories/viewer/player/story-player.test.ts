import { describe, expect, test } from 'vitest'
import {
  currentOf,
  type Hold,
  type Playable,
  type Player,
  type PlayerEvent,
  playerReducer,
  startPlayer,
} from './story-player.ts'

/** A player with a fake clock and a fake timer. */
class Stage {
  now = 1_000_000
  player: Player

  constructor(queue: readonly Playable[], id = queue[0]?.id ?? '') {
    this.player = startPlayer(queue, id, this.now)
  }

  dispatch(...events: PlayerEvent[]): this {
    for (const event of events) this.player = playerReducer(this.player, event, this.now)
    return this
  }

  /** Advances the clock, with a tick after every step. */
  pass(ms: number, step = 100): this {
    for (const end = this.now + ms; this.now < end; ) {
      this.now = Math.min(end, this.now + step)
      this.dispatch({ type: 'tick' })
    }
    return this
  }

  shown(video_ms?: number): this {
    return this.dispatch({ type: 'ready', id: this.id, ...(video_ms !== undefined && { video_ms }) })
  }

  get id(): string {
    return currentOf(this.player)?.id ?? 'nothing'
  }
}

function story(id: string, creator_id = 'amy', locked = false): Playable {
  return { id, creator_id, locked }
}

const THREE = [story('a'), story('b'), story('c')]
const COMPANY = [story('a1'), story('a2'), story('b1', 'bea'), story('b2', 'bea'), story('c1', 'cleo')]

describe('A story', () => {
  test('does not move before its picture is there', () => {
    const stage = new Stage(THREE).pass(60_000)
    expect(stage.player.progress).toBe(0)
    expect(stage.shown().pass(100).player.progress).toBe(2)
  })

  // Spec 4.9
  test('that is locked never moves on by itself, whatever becomes of it', () => {
    const stage = new Stage([story('x', 'amy', true), story('b')]).shown().pass(600_000)
    stage.dispatch({ type: 'hold', why: 'paused' }, { type: 'release', why: 'paused' }).pass(600_000)
    expect([stage.id, stage.player.progress]).toEqual(['x', 0])
    expect(stage.dispatch({ type: 'next' }).id).toBe('b')
  })

  test('that is locked has nothing to wait for, even after one that never came', () => {
    const stage = new Stage([story('a'), story('x', 'amy', true)]).dispatch({ type: 'next' })
    expect([stage.id, stage.player.holds]).toEqual(['x', []])
  })

  // Spec 4.5, 9.11
  test('rises by two percent every 100 ms, fifty times, and then the next one is there at zero', () => {
    const stage = new Stage(THREE).shown()
    const seen: number[] = []
    for (let tick = 0; tick < 49; tick += 1) seen.push(stage.pass(100).player.progress)
    expect(seen).toEqual(Array.from({ length: 49 }, (_, tick) => 2 * (tick + 1)))
    stage.pass(99)
    expect([stage.id, stage.player.progress]).toEqual(['a', 98])
    stage.pass(1)
    expect([stage.id, stage.player.progress]).toEqual(['b', 0])
  })

  // Spec 4.5
  test('lasts five seconds under a timer that is seven times too slow', () => {
    const stage = new Stage(THREE).shown().pass(4900, 700)
    expect([stage.id, stage.player.progress]).toEqual(['a', 98])
    expect(stage.pass(700, 700).id).toBe('b')
  })

  test('shows whole ticks only, however often it is looked at', () => {
    const stage = new Stage(THREE).shown().pass(333, 1)
    expect(stage.player.progress).toBe(6)
    const before = stage.player
    expect(stage.pass(1).player).toBe(before)
  })

  test('is not set back by a clock that goes backwards', () => {
    const stage = new Stage(THREE).shown().pass(1000)
    stage.now -= 5000
    expect(stage.dispatch({ type: 'tick' }).player.progress).toBeGreaterThanOrEqual(0)
  })
})

describe('After the last story', () => {
  // Spec 4.6
  test('it is over, and nothing starts it again', () => {
    const stage = new Stage(THREE, 'c').shown().pass(5000)
    expect(stage.player.is_over).toBe(true)
    const over = stage.player
    stage.dispatch({ type: 'previous' }, { type: 'tick' }, { type: 'ready', id: 'c' })
    expect(stage.player).toBe(over)
  })

  test('it is over at once when somebody asks for the next', () => {
    expect(new Stage(THREE, 'c').dispatch({ type: 'next' }).player.is_over).toBe(true)
  })

  test('there is nothing to begin with when there are none', () => {
    expect(new Stage([]).player.is_over).toBe(true)
  })
})

describe('A story that is held', () => {
  // Spec 4.8
  test('keeps its progress to the millisecond', () => {
    const stage = new Stage(THREE).shown().pass(1250, 50)
    stage.dispatch({ type: 'hold', why: 'paused' }).pass(90_000)
    expect(stage.player.progress).toBe(24)
    stage.dispatch({ type: 'release', why: 'paused' }).pass(3749, 3749)
    expect([stage.id, stage.player.progress]).toEqual(['a', 98])
    expect(stage.pass(1).id).toBe('b')
  })

  test('goes on only when the last reason is gone', () => {
    const reasons: Hold[] = ['paused', 'pressed', 'away', 'dialog', 'reading', 'loading']
    const stage = new Stage(THREE).shown().pass(1000)
    for (const why of reasons) stage.dispatch({ type: 'hold', why })
    for (const why of reasons) {
      expect(stage.pass(20_000).player.progress).toBe(20)
      stage.dispatch({ type: 'release', why })
    }
    expect(stage.pass(100).player.progress).toBe(22)
  })

  test('is held once by a reason that is given twice', () => {
    const stage = new Stage(THREE).shown()
    stage.dispatch({ type: 'hold', why: 'away' }, { type: 'hold', why: 'away' }, { type: 'release', why: 'away' })
    expect(stage.pass(100).player.progress).toBe(2)
  })

  test('stays held when the viewer moves on to another', () => {
    const stage = new Stage(THREE)
      .shown()
      .dispatch({ type: 'hold', why: 'paused' }, { type: 'next' })
      .shown()
      .pass(20_000)
    expect([stage.id, stage.player.progress]).toEqual(['b', 0])
  })

  test('because its text is unfolded is no longer so with the next', () => {
    const stage = new Stage(THREE)
      .shown()
      .dispatch({ type: 'hold', why: 'reading' }, { type: 'next' })
      .shown()
      .pass(100)
    expect([stage.id, stage.player.progress]).toEqual(['b', 2])
  })
})

describe('A video', () => {
  test('that is longer than five seconds runs for its own length', () => {
    const stage = new Stage(THREE).shown(12_000).pass(6000)
    expect([stage.id, stage.player.progress]).toEqual(['a', 50])
    expect(stage.pass(5999).id).toBe('a')
    expect(stage.pass(1).id).toBe('b')
  })

  test('that is shorter holds its last frame until five seconds are over', () => {
    const stage = new Stage(THREE).shown(1500).pass(4999)
    expect(stage.id).toBe('a')
    expect(stage.pass(1).id).toBe('b')
  })

  test('that runs out of data waits, and goes on where it was', () => {
    const stage = new Stage(THREE).shown(12_000).pass(3000).dispatch({ type: 'stalled', id: 'a' }).pass(30_000)
    expect(stage.player.progress).toBe(25)
    expect(stage.shown(12_000).pass(3000).player.progress).toBe(50)
  })

  test('does not lend its length to the story after it', () => {
    const stage = new Stage(THREE).shown(12_000).dispatch({ type: 'next' }).shown().pass(5000)
    expect(stage.id).toBe('c')
  })

  test('that is not shown any more has no say', () => {
    const stage = new Stage(THREE).shown().dispatch({ type: 'next' })
    stage.dispatch({ type: 'ready', id: 'a', video_ms: 60_000 }).pass(1000)
    expect(stage.player.progress).toBe(0)
    stage.shown().dispatch({ type: 'stalled', id: 'a' }).pass(1000)
    expect(stage.player.progress).toBe(20)
  })
})

describe('Whoever looks', () => {
  test('goes forth and back, and every story begins at zero', () => {
    const stage = new Stage(THREE).shown().pass(2000).dispatch({ type: 'next' })
    expect([stage.id, stage.player.progress]).toEqual(['b', 0])
    stage.shown().pass(2000).dispatch({ type: 'previous' })
    expect([stage.id, stage.player.progress]).toEqual(['a', 0])
  })

  test('who goes back from the first sees it again from the start, without waiting for it', () => {
    const stage = new Stage(THREE).shown(12_000).pass(3000)
    const { round } = stage.player
    stage.dispatch({ type: 'previous' })
    expect([stage.id, stage.player.progress, stage.player.round]).toEqual(['a', 0, round + 1])
    expect(stage.pass(6000).player.progress).toBe(50)
  })

  test('who goes back from the first while it is still on its way goes on waiting', () => {
    const stage = new Stage(THREE).dispatch({ type: 'previous' }).pass(10_000)
    expect(stage.player.progress).toBe(0)
  })

  test('begins with the story that was asked for', () => {
    expect(new Stage(COMPANY, 'b2').id).toBe('b2')
    expect(new Stage(COMPANY, 'gone').id).toBe('a1')
  })

  test('changes creators, to the first story of each, and no further than there are any', () => {
    const stage = new Stage(COMPANY, 'a2')
    expect(stage.dispatch({ type: 'next_creator' }).id).toBe('b1')
    expect(stage.dispatch({ type: 'next_creator' }).id).toBe('c1')
    expect(stage.dispatch({ type: 'next_creator' }).id).toBe('c1')
    expect(stage.dispatch({ type: 'previous_creator' }).id).toBe('b1')
    expect(stage.dispatch({ type: 'previous_creator' }).id).toBe('a1')
    expect(stage.dispatch({ type: 'previous_creator' }).id).toBe('a1')
    expect(stage.player.is_over).toBe(false)
  })
})

describe('When stories go while somebody looks', () => {
  const without = (...ids: string[]) => THREE.filter(({ id }) => !ids.includes(id))

  test('the one that is shown plays on where it was', () => {
    const stage = new Stage(THREE, 'b').shown().pass(2000)
    stage.dispatch({ type: 'queue', queue: without('a', 'c') })
    expect([stage.id, stage.player.progress]).toEqual(['b', 40])
    expect(stage.pass(3000).player.is_over).toBe(true)
  })

  // Spec 4.11
  test('the next takes the place of the one that was shown', () => {
    const stage = new Stage(THREE, 'a').shown().pass(2000)
    stage.dispatch({ type: 'queue', queue: without('a') })
    expect([stage.id, stage.player.progress]).toEqual(['b', 0])
    expect(stage.pass(1000).player.progress).toBe(0)
    expect(stage.shown().pass(1000).player.progress).toBe(20)
  })

  test('and it was the last, it is over, and nothing of before is shown again', () => {
    const stage = new Stage(THREE, 'c').shown().dispatch({ type: 'queue', queue: without('c') })
    expect([stage.player.is_over, stage.id]).toEqual([true, 'nothing'])
  })

  test('and it was the last, which they deleted themselves, the one before it is shown', () => {
    const stage = new Stage(THREE, 'c')
      .shown()
      .dispatch({ type: 'delete', id: 'c' }, { type: 'queue', queue: without('c') })
    expect([stage.id, stage.player.is_over]).toEqual(['b', false])
  })

  // Spec 4.11
  test('and it was the only one, it is over', () => {
    const stage = new Stage([story('a')]).shown().dispatch({ type: 'delete', id: 'a' }, { type: 'queue', queue: [] })
    expect(stage.player.is_over).toBe(true)
  })

  test('and the one that is shown is locked meanwhile, it stops', () => {
    const stage = new Stage(THREE).shown().pass(2000)
    stage.dispatch({ type: 'queue', queue: [story('a', 'amy', true), ...without('a')] }).pass(60_000)
    expect([stage.id, stage.player.progress]).toEqual(['a', 0])
  })
})
