import { MessageCircle } from 'lucide-react'
import { useState } from 'react'
import chair from '#web/assets/chair-small.avif'
import dancer from '#web/assets/dancer-small.avif'
import { Counter, CreatorPill, RolePill } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Arch } from '#web/ui/pictures/arch.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { Boxes } from '#web/ui/pictures/boxes.tsx'
import { Seal } from '#web/ui/pictures/seal.tsx'
import { ReadMore } from '#web/ui/read-more.tsx'
import { TabLinks, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { Section } from './section.tsx'

/** More than 150 graphemes: the 150th is an emoji of seven code points, which must not be cut. */
const LONG = `${'Nobody sees this hour: the sweat, the counting out loud, the tape on the floor. I kept it here for you, and for the girl in row G. '.padEnd(149, '.')}👩‍👩‍👧‍👦 It stays.`

export function PeopleSection() {
  const [tab, setTab] = useState<'users' | 'reports' | 'analytics'>('users')

  return (
    <div className="grid gap-11 lg:grid-cols-2 lg:gap-16">
      <div className="flex min-w-0 flex-col gap-8">
        <Section title="Avatar, story ring, badges, locked">
          <div className="flex flex-wrap items-center gap-4.5">
            <Avatar name="margauxlenoir" src={dancer} size={64} ring="new" />
            <Avatar name="idrisbello" src={chair} size={64} ring="seen" />
            <Avatar name="louverdier" src={chair} size={64} />
            <Avatar name="élodie" size={64} labelled />
            <Avatar name="noor" src="/gallery.html" size={46} />
            <IconButton label="Messages, 99+ unread" look="filled">
              <MessageCircle aria-hidden="true" />
              <Counter count={120} place="corner" />
            </IconButton>
            <RolePill kind="admin" />
            <RolePill kind="moderator" />
            <RolePill kind="lambda" />
            <CreatorPill />
            <Seal size="md" />
            <Counter count={3} />
            <Counter count={12} max={9} />
          </div>
        </Section>
        <Section title="Arch">
          <div className="flex items-end gap-4">
            <Arch ratio="strip" className="w-21.5">
              <img src={dancer} alt="" />
            </Arch>
            <Arch ratio="portrait" className="w-40">
              <img src={chair} alt="" />
            </Arch>
          </div>
        </Section>
        <Section title="Read more">
          <ReadMore text={LONG} className="caption-l" />
          <ReadMore text="A short text stays whole." className="mt-3" />
        </Section>
      </div>
      <div className="flex min-w-0 flex-col gap-8">
        <Section title="Tabs">
          <Tabs
            label="Admin"
            name="gallery"
            tabs={[
              { id: 'users', label: 'Users' },
              {
                id: 'reports',
                label: (
                  <>
                    Reports <Counter count={3} />
                  </>
                ),
              },
              { id: 'analytics', label: 'Analytics' },
            ]}
            selected={tab}
            onSelect={setTab}
          />
          <TabPanel name="gallery" id="users" selected={tab} className="py-4">
            The users
          </TabPanel>
          <TabPanel name="gallery" id="reports" selected={tab} className="py-4">
            The reports
          </TabPanel>
          <TabPanel name="gallery" id="analytics" selected={tab} className="py-4">
            The analytics
          </TabPanel>
          <TabLinks
            label="Subscriptions"
            links={[
              { to: '/', label: 'Ongoing' },
              { to: '/past', label: 'Past' },
            ]}
          />
        </Section>
        <Section title="Boxes">
          <div className="flex flex-wrap gap-8">
            <Boxes middle="dancer" />
            <Boxes middle="arcade" />
          </div>
        </Section>
      </div>
    </div>
  )
}
