import { ChartColumn, Flag, LogOut, Mail, MessageCircle, Settings, Ticket, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import dancer from '#web/assets/dancer-small.avif'
import { Counter } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { LazyDrawer } from '#web/ui/overlays/lazy.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'

export function DrawerExample() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Drawer
      </Button>
      <LazyDrawer
        open={open}
        onClose={() => setOpen(false)}
        label="Menu"
        header={
          <div className="flex items-center gap-3">
            <Avatar name="camilleroche" src={dancer} size={46} ring="new" />
            <div className="min-w-0">
              <p className="leading-title font-semibold">camilleroche</p>
              <p className="text-small text-mute">camille@example.com</p>
            </div>
          </div>
        }
        footer={<Row icon={<LogOut aria-hidden="true" />}>Logout</Row>}
      >
        <h3 className="cue px-7 pt-4 pb-0.5 text-large">Admin Panel</h3>
        <Row icon={<Users aria-hidden="true" />}>Users</Row>
        <Row icon={<Flag aria-hidden="true" />} count={3}>
          Reports
        </Row>
        <Row icon={<ChartColumn aria-hidden="true" />}>Analytics</Row>
        <h3 className="cue px-7 pt-4 pb-0.5 text-large">Your Account</h3>
        <Row icon={<Settings aria-hidden="true" />}>Settings</Row>
        <Row icon={<Ticket aria-hidden="true" />}>Subscriptions</Row>
        <Row icon={<MessageCircle aria-hidden="true" />} count={120}>
          Your Messages
        </Row>
        <Row icon={<Mail aria-hidden="true" />}>Contact Us</Row>
      </LazyDrawer>
    </>
  )
}

function Row({ icon, count = 0, children }: { icon: ReactNode; count?: number; children: ReactNode }) {
  return (
    <button
      type="button"
      className="ring-inside flex min-h-11.5 w-full cursor-pointer items-center gap-3.5 px-7 text-left font-medium hover:bg-sunken [&>svg]:size-5 [&>svg]:stroke-icon [&>svg]:text-mute"
    >
      {icon}
      <span className="flex-1">{children}</span>
      <Counter count={count} />
    </button>
  )
}
