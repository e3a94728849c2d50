import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Nothing } from './schemas.ts'

const Username = Type.Object({ username: Type.String({ minLength: 1, maxLength: 200 }) })

export const waiting_lists = {
  join_waiting_list: endpoint({
    method: 'POST',
    path: '/waiting_lists',
    access: 'member',
    summary: 'Be told once when tickets of a creator can be bought; a repeat answers 200',
    body: Username,
    status: 201,
    response: Nothing,
  }),
  leave_waiting_list: endpoint({
    method: 'DELETE',
    path: '/waiting_lists/{username}',
    access: 'member',
    summary: 'Not be told of it',
    params: Username,
    response: Nothing,
  }),
  get_waiting_list: endpoint({
    method: 'GET',
    path: '/waiting_lists/own',
    access: 'creator',
    summary: 'How many wait until one’s own tickets can be bought, never who',
    response: Type.Object({ count: Type.Integer(), this_week: Type.Integer() }),
  }),
}
