import { type ReactNode, useState } from 'react'
import { LazyWithdrawDialog } from './lazy-dialogs.ts'

/** The dialog that asks whether to withdraw from an order, and the function that opens it. */
export function useWithdrawDialog(): { withdraw: (order_id: string) => void; dialog: ReactNode } {
  const [order_id, setOrderId] = useState('')
  const [isOpen, setOpen] = useState(false)
  return {
    withdraw(id: string) {
      setOrderId(id)
      setOpen(true)
    },
    dialog: order_id !== '' && (
      <LazyWithdrawDialog key={order_id} order_id={order_id} open={isOpen} onClose={() => setOpen(false)} />
    ),
  }
}
