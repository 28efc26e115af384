import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenBack, sharedMoves } from '../../dashboard/pages/orders/many/many-moves.ts'

test('only moves that all chosen orders allow are offered, the usual one first', () => {
  const started = { next: ['processing', 'cancelled'] as const }
  const processing = { next: ['dispatched', 'cancelled'] as const }
  const shared = (...orders: readonly { next: readonly ('processing' | 'dispatched' | 'cancelled')[] }[]) =>
    sharedMoves(orders.map(({ next }) => ({ next: [...next] })))
  assert.deepEqual(shared(started, started), ['processing', 'cancelled'])
  assert.deepEqual(shared(started, processing), ['cancelled'])
  assert.deepEqual(shared(started, { next: [] }), [])
  assert.deepEqual(shared(), [])
})

test('cancelling returns the stock of undispatched orders and only real money', () => {
  const order = { status: 'started', quantity: 2, amount: 100.1, test: false } as const
  assert.deepEqual(givenBack([order, { ...order, amount: 100.2 }]), { pieces: 4, amount: 200.3 })
  assert.deepEqual(givenBack([order, { ...order, test: true }]), { pieces: 4, amount: 100.1 })
  assert.deepEqual(givenBack([{ ...order, status: 'dispatched' }]), { pieces: 0, amount: 100.1 })
})
