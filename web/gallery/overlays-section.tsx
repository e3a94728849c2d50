import { Flag, MessageCircle, SendHorizontal, Ticket, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import dancer from '#web/assets/dancer-small.avif'
import { type ToastType, toast } from '#web/lib/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/text-input.tsx'
import { DialogActions } from '#web/ui/overlays/dialog-actions.tsx'
import { LazyDialog } from '#web/ui/overlays/lazy.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { Tooltip } from '#web/ui/overlays/tooltip.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { Seal } from '#web/ui/pictures/seal.tsx'
import { DrawerExample } from './drawer-example.tsx'
import { Section } from './section.tsx'

const MESSAGES: Record<ToastType, string> = {
  success: 'Story deleted successfully',
  error: 'Wrong email or passord',
  warning: 'Please select the reason of the report',
  info: 'Check your email to reset your password',
}

const TYPES: readonly ToastType[] = ['success', 'error', 'warning', 'info']

export function OverlaysSection() {
  const [open, setOpen] = useState<'delete' | 'write' | 'notice' | null>(null)
  const keep = useRef<HTMLButtonElement>(null)
  const ok = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(null)

  return (
    <Section title="Dialogs, drawer, menu, tooltip, toasts">
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" onClick={() => setOpen('delete')}>
          Delete dialog
        </Button>
        <Button variant="secondary" onClick={() => setOpen('write')}>
          Write dialog
        </Button>
        <Button variant="secondary" onClick={() => setOpen('notice')}>
          Notice dialog
        </Button>
        <DrawerExample />
        <Menu
          label="More"
          look="filled"
          entries={[
            {
              label: 'Message',
              icon: <MessageCircle aria-hidden="true" />,
              onSelect: () => toast({ type: 'info', message: 'Message was chosen' }),
            },
            {
              label: 'Report',
              danger: true,
              icon: <Flag aria-hidden="true" />,
              onSelect: () => toast({ type: 'info', message: 'Report was chosen' }),
            },
          ]}
        />
        <Tooltip text="You need to subscribe to send messages">
          {(describedBy) => (
            <Button
              aria-disabled
              aria-describedby={describedBy}
              icon={<MessageCircle aria-hidden="true" />}
              onClick={() => toast({ type: 'error', message: 'A disabled button was pressed' })}
            >
              Message
            </Button>
          )}
        </Tooltip>
        {TYPES.map((type) => (
          <Button
            key={type}
            size="sm"
            variant="ghost"
            onClick={() => toast({ type, message: MESSAGES[type] })}
          >{`Toast: ${type}`}</Button>
        ))}
      </div>

      <LazyDialog
        open={open === 'delete'}
        onClose={close}
        title="Delete this story?"
        text="It leaves the stage at once, for everyone. This cannot be undone."
        initialFocus={keep}
        actions={
          <>
            <Button ref={keep} variant="ghost" onClick={close}>
              Keep it
            </Button>
            <Button variant="danger" icon={<Trash2 aria-hidden="true" />} onClick={close}>
              Delete
            </Button>
          </>
        }
      />
      <LazyDialog
        open={open === 'write'}
        onClose={close}
        title="Write to margauxlenoir"
        picture={<Avatar name="margauxlenoir" src={dancer} size={48} />}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault()
            toast({ type: 'warning', message: MESSAGES.warning })
          }}
        >
          <Field label="Message">
            <TextArea rows={4} required defaultValue="Good evening Margaux, I was in row G on Sunday" />
          </Field>
          <DialogActions>
            <Button variant="ghost" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" icon={<SendHorizontal aria-hidden="true" />}>
              Send
            </Button>
          </DialogActions>
        </form>
      </LazyDialog>
      <LazyDialog
        open={open === 'notice'}
        onClose={close}
        title="Step on stage"
        picture={<Seal size="md" icon={<Ticket />} />}
        text="Enroll to become a creator and open your own box."
        initialFocus={ok}
        actions={
          <>
            <Button variant="ghost" onClick={close}>
              Later
            </Button>
            <Button ref={ok} onClick={close}>
              OK
            </Button>
          </>
        }
      />
    </Section>
  )
}
