import { Image, Images, Ticket, TicketX } from 'lucide-react'
import parted from '#web/assets/parted.avif'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Section } from './section.tsx'

export function StatesSection() {
  return (
    <>
      <Section title="Empty states">
        <div className="grid gap-4.5 sm:grid-cols-2 lg:grid-cols-4">
          <EmptyState
            heading="h3"
            icon={<Image />}
            title="We found nothing for the moment.."
            text="When creators publish, it shows here."
          />
          <EmptyState
            heading="h3"
            icon={<Images />}
            title="No posts yet"
            text="The stage is set. Your first post opens the show."
            action={
              <Button variant="secondary" size="sm">
                Create post
              </Button>
            }
          />
          <EmptyState
            heading="h3"
            icon={<Ticket />}
            title="No ongoing subscriptions yet"
            text="Your tickets will be kept here."
          />
          <EmptyState
            heading="h3"
            icon={<TicketX />}
            title="No past subscriptions yet"
            text="Torn tickets end up here."
          />
          <LoadFailure
            heading="h3"
            look="bare"
            title="Failed to load conversations. Please try again."
            error={new Error()}
            retry="Try again"
            onRetry={() => {}}
          />
        </div>
      </Section>
      <div className="grid gap-6 lg:grid-cols-2">
        <Section title="Skeleton and loading">
          <Loading className="block rounded-card border border-line bg-surface p-6.5">
            <div className="mb-6.5 flex gap-4 overflow-hidden">
              {['a', 'b', 'c', 'd', 'e'].map((key) => (
                <div key={key} className="flex-none">
                  <Skeleton shape="arch" className="w-19.5 [--a:.78]" />
                  <Skeleton shape="line" className="mx-auto mt-2.25 h-2.5 w-13.5" />
                </div>
              ))}
            </div>
            <div className="grid gap-6 md:grid-cols-[300px_1fr]">
              <Skeleton shape="box" className="h-75">
                <Spinner size="lg" />
              </Skeleton>
              <div className="flex flex-col gap-3">
                <div className="flex items-center gap-3">
                  <Skeleton shape="circle" className="size-11.5" />
                  <Skeleton shape="line" className="w-30" />
                </div>
                <Skeleton shape="line" className="mt-auto" />
                <Skeleton shape="line" />
                <Skeleton shape="line" className="w-3/5" />
              </div>
            </div>
          </Loading>
        </Section>
        <Section title="Error page">
          <div className="on-picture relative grid h-123 place-items-center overflow-hidden rounded-card text-ivory">
            <img src={parted} alt="" className="absolute inset-0 size-full object-cover" />
            <div className="error-scrim absolute inset-0" />
            <div className="relative flex flex-col items-center px-6 text-center">
              <h3 className="t1 max-w-[16ch] text-[2.25rem]">Unexpected Application Error!</h3>
              <p className="mt-2.5 mb-5.5 max-w-82.5">
                Somebody pulled the wrong rope. We have been told, and your place is kept.
              </p>
              <Button variant="ivory">Back to home</Button>
            </div>
          </div>
        </Section>
      </div>
    </>
  )
}
