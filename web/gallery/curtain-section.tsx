import { useState } from 'react'
import dancer from '#web/assets/dancer.avif'
import { Button } from '#web/ui/button.tsx'
import { Curtain } from '#web/ui/pictures/curtain.tsx'
import { Section } from './section.tsx'

export function CurtainSection() {
  const [state, setState] = useState<'closed' | 'opening' | 'open'>('closed')

  return (
    <div className="flex flex-col gap-7">
      <Section title="Fraunces">
        <p className="d-xl text-initial-2xl md:text-[5.75rem]">
          Private
          <br />
          <em>Content</em>
        </p>
        <p className="d-l mt-5">Display large</p>
        <p className="t1 mt-5">Title one, 34 / 1.14</p>
        <p className="t2 mt-2">Title two, 23 / 1.22</p>
        <p className="t3 mt-2">Title three, 18.5 / 1.3</p>
        <p className="caption-l mt-2">Caption, 21.5 / 1.48</p>
      </Section>
      <Section title="Figtree">
        <p className="lead">Lead, 19 / 1.55. Vous devez vous abonner pour voir ce contenu.</p>
        <p className="mt-1.5">Body, 16 / 1.6. You need to subscribe to see this content.</p>
        <p className="mt-1.5 text-small text-mute">
          Small, 14 / 1.5. Numbers: <span className="tabular-nums">1643 · 566 · 377 · 23.99</span>{' '}
          <span className="num text-ink">€23.99</span>
        </p>
      </Section>
      <Section title="The curtain: bare, tile, opening (700 ms)">
        <div className="grid grid-cols-3 gap-3.5">
          <Curtain size="bare" className="h-47.5 rounded-md" />
          <Curtain size="tile" className="h-47.5 rounded-md" />
          <div className="relative h-47.5 overflow-hidden rounded-md">
            <img src={dancer} alt="A dancer in warm light" className="size-full object-cover" />
            {state !== 'open' && (
              <Curtain
                size="bare"
                opening={state === 'opening'}
                onOpened={() => setState('open')}
                className="absolute inset-0"
              />
            )}
          </div>
        </div>
        <Button
          size="sm"
          variant="secondary"
          className="mt-3"
          onClick={() => setState(state === 'open' ? 'closed' : 'opening')}
        >
          {state === 'open' ? 'Close the curtain' : 'Open the curtain'}
        </Button>
      </Section>
      <Section title="The curtain, full">
        <Curtain
          className="aspect-4/5 rounded-lg"
          action={
            <Button variant="ivory" size="sm">
              Subscribe Now
            </Button>
          }
        />
      </Section>
    </div>
  )
}
