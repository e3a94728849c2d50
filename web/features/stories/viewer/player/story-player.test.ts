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
  test('A story does not advance before its media is loaded', () => {
    const stage = new Stage(THREE).pass(60_000)
    expect(stage.player.progress).toBe(0)
    expect(stage.shown().pass(100).player.progress).toBe(2)
  })

  // Spec 4.9
  test('A locked story never advances by itself', () => {
    const stage = new Stage([story('x', 'amy', true), story('b')]).shown().pass(600_000)
    stage.dispatch({ type: 'hold', why: 'paused' }, { type: 'release', why: 'paused' }).pass(600_000)
    expect([stage.id, stage.player.progress]).toEqual(['x', 0])
    expect(stage.dispatch({ type: 'next' }).id).toBe('b')
  })

  test('A locked story does not wait for media, also after a story that never loaded', () => {
    const stage = new Stage([story('a'), story('x', 'amy', true)]).dispatch({ type: 'next' })
    expect([stage.id, stage.player.holds]).toEqual(['x', []])
  })

  // Spec 4.5, 9.11
  test('A story advances by two percent every 100 ms, and after fifty ticks the next one starts at zero', () => {
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
  test('A story lasts five seconds also if the timer is seven times too slow', () => {
    const stage = new Stage(THREE).shown().pass(4900, 700)
    expect([stage.id, stage.player.progress]).toEqual(['a', 98])
    expect(stage.pass(700, 700).id).toBe('b')
  })

  test('The progress of a story is shown in whole ticks, however often it is computed', () => {
    const stage = new Stage(THREE).shown().pass(333, 1)
    expect(stage.player.progress).toBe(6)
    const before = stage.player
    expect(stage.pass(1).player).toBe(before)
  })

  test('The progress of a story stays valid if the clock goes backwards', () => {
    const stage = new Stage(THREE).shown().pass(1000)
    stage.now -= 5000
    expect(stage.dispatch({ type: 'tick' }).player.progress).toBeGreaterThanOrEqual(0)
  })
})

describe('The end of the last story', () => {
  // Spec 4.6
  test('The player is over after the last story, and nothing starts it again', () => {
    const stage = new Stage(THREE, 'c').shown().pass(5000)
    expect(stage.player.is_over).toBe(true)
    const over = stage.player
    stage.dispatch({ type: 'previous' }, { type: 'tick' }, { type: 'ready', id: 'c' })
    expect(stage.player).toBe(over)
  })

  test('The player is over at once if the viewer skips the last story', () => {
    expect(new Stage(THREE, 'c').dispatch({ type: 'next' }).player.is_over).toBe(true)
  })

  test('A player without stories is over from the start', () => {
    expect(new Stage([]).player.is_over).toBe(true)
  })
})

describe('A story on hold', () => {
  // Spec 4.8
  test('A story on hold keeps its position to the millisecond', () => {
    const stage = new Stage(THREE).shown().pass(1250, 50)
    stage.dispatch({ type: 'hold', why: 'paused' }).pass(90_000)
    expect(stage.player.progress).toBe(24)
    stage.dispatch({ type: 'release', why: 'paused' }).pass(3749, 3749)
    expect([stage.id, stage.player.progress]).toEqual(['a', 98])
    expect(stage.pass(1).id).toBe('b')
  })

  test('A story continues only when the last hold is released', () => {
    const reasons: Hold[] = ['paused', 'pressed', 'away', 'dialog', 'reading', 'loading']
    const stage = new Stage(THREE).shown().pass(1000)
    for (const why of reasons) stage.dispatch({ type: 'hold', why })
    for (const why of reasons) {
      expect(stage.pass(20_000).player.progress).toBe(20)
      stage.dispatch({ type: 'release', why })
    }
    expect(stage.pass(100).player.progress).toBe(22)
  })

  test('A hold that is set twice is released once', () => {
    const stage = new Stage(THREE).shown()
    stage.dispatch({ type: 'hold', why: 'away' }, { type: 'hold', why: 'away' }, { type: 'release', why: 'away' })
    expect(stage.pass(100).player.progress).toBe(2)
  })

  test('A hold stays when the viewer moves to another story', () => {
    const stage = new Stage(THREE)
      .shown()
      .dispatch({ type: 'hold', why: 'paused' }, { type: 'next' })
      .shown()
      .pass(20_000)
    expect([stage.id, stage.player.progress]).toEqual(['b', 0])
  })

  test('The hold for reading a long text ends with its story', () => {
    const stage = new Stage(THREE)
      .shown()
      .dispatch({ type: 'hold', why: 'reading' }, { type: 'next' })
      .shown()
      .pass(100)
    expect([stage.id, stage.player.progress]).toEqual(['b', 2])
  })
})

describe('A video', () => {
  test('A video longer than five seconds plays for its own length', () => {
    const stage = new Stage(THREE).shown(12_000).pass(6000)
    expect([stage.id, stage.player.progress]).toEqual(['a', 50])
    expect(stage.pass(5999).id).toBe('a')
    expect(stage.pass(1).id).toBe('b')
  })

  test('A shorter video holds its last frame until five seconds have passed', () => {
    const stage = new Stage(THREE).shown(1500).pass(4999)
    expect(stage.id).toBe('a')
    expect(stage.pass(1).id).toBe('b')
  })

  test('A video that buffers is put on hold, and continues where it was', () => {
    const stage = new Stage(THREE).shown(12_000).pass(3000).dispatch({ type: 'stalled', id: 'a' }).pass(30_000)
    expect(stage.player.progress).toBe(25)
    expect(stage.shown(12_000).pass(3000).player.progress).toBe(50)
  })

  test('The length of a video does not apply to the next story', () => {
    const stage = new Stage(THREE).shown(12_000).dispatch({ type: 'next' }).shown().pass(5000)
    expect(stage.id).toBe('c')
  })

  test('Events of a video that is no longer shown are ignored', () => {
    const stage = new Stage(THREE).shown().dispatch({ type: 'next' })
    stage.dispatch({ type: 'ready', id: 'a', video_ms: 60_000 }).pass(1000)
    expect(stage.player.progress).toBe(0)
    stage.shown().dispatch({ type: 'stalled', id: 'a' }).pass(1000)
    expect(stage.player.progress).toBe(20)
  })
})

describe('Moving between stories', () => {
  test('A viewer moves forward and back, and every story starts at zero', () => {
    const stage = new Stage(THREE).shown().pass(2000).dispatch({ type: 'next' })
    expect([stage.id, stage.player.progress]).toEqual(['b', 0])
    stage.shown().pass(2000).dispatch({ type: 'previous' })
    expect([stage.id, stage.player.progress]).toEqual(['a', 0])
  })

  test('Going back from the first story restarts it, without waiting for its media', () => {
    const stage = new Stage(THREE).shown(12_000).pass(3000)
    const { round } = stage.player
    stage.dispatch({ type: 'previous' })
    expect([stage.id, stage.player.progress, stage.player.round]).toEqual(['a', 0, round + 1])
    expect(stage.pass(6000).player.progress).toBe(50)
  })

  test('Going back from the first story while it is loading keeps waiting', () => {
    const stage = new Stage(THREE).dispatch({ type: 'previous' }).pass(10_000)
    expect(stage.player.progress).toBe(0)
  })

  test('The player starts with the requested story, or with the first one', () => {
    expect(new Stage(COMPANY, 'b2').id).toBe('b2')
    expect(new Stage(COMPANY, 'gone').id).toBe('a1')
  })

  test('A viewer moves between creators to the first story of each, and stops at both ends', () => {
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

describe('Stories that are removed during playback', () => {
  const without = (...ids: string[]) => THREE.filter(({ id }) => !ids.includes(id))

  test('The current story continues if other stories are removed', () => {
    const stage = new Stage(THREE, 'b').shown().pass(2000)
    stage.dispatch({ type: 'queue', queue: without('a', 'c') })
    expect([stage.id, stage.player.progress]).toEqual(['b', 40])
    expect(stage.pass(3000).player.is_over).toBe(true)
  })

  // Spec 4.11
  test('If the current story is removed, the next one starts', () => {
    const stage = new Stage(THREE, 'a').shown().pass(2000)
    stage.dispatch({ type: 'queue', queue: without('a') })
    expect([stage.id, stage.player.progress]).toEqual(['b', 0])
    expect(stage.pass(1000).player.progress).toBe(0)
    expect(stage.shown().pass(1000).player.progress).toBe(20)
  })

  test('If the current story is removed and was the last, the player is over', () => {
    const stage = new Stage(THREE, 'c').shown().dispatch({ type: 'queue', queue: without('c') })
    expect([stage.player.is_over, stage.id]).toEqual([true, 'nothing'])
  })

  test('If the viewer deletes the last story, the one before it is shown', () => {
    const stage = new Stage(THREE, 'c')
      .shown()
      .dispatch({ type: 'delete', id: 'c' }, { type: 'queue', queue: without('c') })
    expect([stage.id, stage.player.is_over]).toEqual(['b', false])
  })

  // Spec 4.11
  test('If the viewer deletes the only story, the player is over', () => {
    const stage = new Stage([story('a')]).shown().dispatch({ type: 'delete', id: 'a' }, { type: 'queue', queue: [] })
    expect(stage.player.is_over).toBe(true)
  })

  test('If the current story becomes locked, it stops', () => {
    const stage = new Stage(THREE).shown().pass(2000)
    stage.dispatch({ type: 'queue', queue: [story('a', 'amy', true), ...without('a')] }).pass(60_000)
    expect([stage.id, stage.player.progress]).toEqual(['a', 0])
  })
})
