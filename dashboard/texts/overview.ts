import { FAILED_MOST, TASKS_MOST } from '#contract/dashboard/overview.ts'
import { count } from '../format.ts'
import { plural, pluralUpTo } from './plural.ts'
import { toPrepare, toPrepareLead } from './to-prepare.ts'

export const overviewTexts = {
  title: 'Overview',
  welcome: (store: string) => `Welcome to ${store}`,
  welcomeLead: (left: number) =>
    left === 0
      ? 'All is set up. Your first order is the next thing to happen.'
      : `${plural(left, 'step')} to your first order.`,
  lead: toPrepareLead,
  period: 'Period',
  days: (days: number) => `${days} days`,
  revenue: 'Revenue',
  orders: 'Orders',
  revenueIn: (days: number) => `Revenue in ${days} days`,
  ordersIn: (days: number) => `Orders in ${days} days`,
  compare: (percent: number, days: number) =>
    percent === 0
      ? `As much as in the ${days} days before`
      : `${count(Math.abs(percent))}% ${percent > 0 ? 'more' : 'less'} than in the ${days} days before`,
  compareNone: (days: number) => `Nothing in the ${days} days before`,
  none: {
    revenue: (days: number) =>
      `No money came in the last ${days} days. What customers pay is drawn here, day by day.`,
    orders: (days: number) => `No order came in the last ${days} days. They are drawn here, day by day.`,
  },
  chart: (what: string, days: number) => `${what} day by day, ${days} days`,
  testOrders: (orders: number) =>
    `and ${plural(orders, 'test order')}, which ${orders === 1 ? 'brings' : 'bring'} no money`,
  testMode: 'Payments are in test mode now: new orders bring no money.',
  testModeEnd: 'Set up payment in Settings',
  byStatus: 'Orders by status',
  ofDays: (days: number) => `Those of the last ${days} days`,
  lowStock: 'Low stock',
  lowStockNone: 'Every product has enough pieces.',
  lowStockAll: 'See all',
  attention: 'Needs you',
  attentionNone: 'Nothing needs you right now.',
  failingWebhook: (host: string, failed: number) =>
    failed === 0
      ? `Deliveries to ${host} do not arrive`
      : `${pluralUpTo(FAILED_MOST, failed, 'delivery', 'deliveries')} to ${host} failed`,
  disabledWebhook: (host: string) => `The webhook ${host} is switched off`,
  refunds: (payments: number, amount: string) =>
    `${pluralUpTo(TASKS_MOST, payments, 'payment')} to refund, ${amount}`,
  problems: (payments: number) => `${pluralUpTo(TASKS_MOST, payments, 'payment')} to look at`,
  toPrepare,
  see: { orders: 'See orders', refunds: 'See refunds', problems: 'See payments', webhook: 'See webhook' },
  stepsTitle: 'Next steps',
  stepsDone: (done: number, all: number) => `${done} of ${all} done`,
  steps: {
    product: {
      title: 'Add a product',
      note: 'A name, a price, a sentence and how many you have.',
      action: 'Add a product',
    },
    policies: {
      title: 'Say how you sell',
      note: 'Whom to ask, shipping, returns, privacy, terms: customers and Razorpay look for these.',
      action: 'Write policies',
    },
    payment: {
      title: 'Set up payment',
      note: 'Connect your payment gateway, so that customers can pay.',
      action: 'Set up payment',
    },
    key: {
      title: 'Create an API key',
      note: 'For programs that manage your products and orders.',
      action: 'Create a key',
    },
    webhook: {
      title: 'Add a webhook',
      note: 'Your server hears of every new order at once.',
      action: 'Add a webhook',
    },
    share: {
      title: 'Share your store’s link',
      note: 'Send it to your customers.',
      action: 'I have shared it',
    },
  },
  developers: 'For developers',
  developersNote: 'You can sell without these.',
  done: 'Done',
}
