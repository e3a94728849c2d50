import { useId } from 'react'
import { cx } from './cx.ts'

export interface PriceTicket<Value extends string> {
  value: Value
  /** For how long: "1 Day". */
  time: string
  /** As the language writes it. */
  price: string
}

export interface PriceTicketsProps<Value extends string> {
  /** What is being chosen; spoken only. */
  legend: string
  tickets: readonly PriceTicket<Value>[]
  value: Value
  onChange: (value: Value) => void
  className?: string
}

/** Three notched tickets, one of which is taken. */
export function PriceTickets<Value extends string>({
  legend,
  tickets,
  value,
  onChange,
  className,
}: PriceTicketsProps<Value>) {
  const name = useId()
  return (
    <fieldset className={cx('grid grid-cols-3 gap-2', className)}>
      <legend className="sr-only">{legend}</legend>
      {tickets.map((ticket) => (
        <label key={ticket.value} className="ticket flex cursor-pointer flex-col items-center px-1 py-3 text-center">
          <input
            type="radio"
            name={name}
            value={ticket.value}
            checked={value === ticket.value}
            onChange={() => onChange(ticket.value)}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
          <span className="text-small leading-ui font-semibold">{ticket.time}</span>
          <span className="num text-title-sm leading-title one-line phone-lg:text-title-md phone-lg:leading-heading">
            {ticket.price}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
