import { MOST_POLICY_CHARACTERS, POLICY_BLANK, POLICY_KINDS, type PolicyKind } from '#contract/policies.ts'
import { count } from '../format.ts'

/** The facts about a store that its suggested texts contain. */
interface Known {
  store: string
  business: string
  address: string
  email: string
  phone: string
}

const BLANK = POLICY_BLANK

function ask({ email, phone }: Known): string {
  const ways = [email && `write to ${email}`, phone && `call ${phone}`].filter(Boolean)
  return ways.join(' or ') || `write to ${BLANK}`
}

const about = (known: Known) => `${known.store} is the shop of ${known.business}. We sell ${BLANK}.

If you have a question, ${ask(known)}. We answer within ${BLANK} working days.`

const shipping = (
  known: Known,
) => `We send your order within ${BLANK} working days after your payment, to any address in India that our couriers reach.

It usually arrives ${BLANK} working days after that. A mail tells you when it is on the way.

What delivery costs is shown on the page of each product, and once more before you pay.

If it has not arrived after ${BLANK} working days, ${ask(known)}.`

const returns = (
  known: Known,
) => `You can cancel an order until we have sent it: ${ask(known)}, and name the number of your order.

If something arrives broken or is not what you ordered, tell us within ${BLANK} days and send us a picture of it. We then send you another one or return your money.

You can also return what you have not used, in its packing, within ${BLANK} days after it arrived. You pay for sending it back.

We cannot take back:
- ${BLANK}

We return your money within ${BLANK} working days after we have agreed to it or have the product back, in the way in which you paid.`

const privacy = (
  known: Known,
) => `When you order, we ask for your name, e-mail address, phone number and address, and for what we need to know to make your product. We use them to deliver your order, to answer you and for our books, and for nothing else.

Apart from us these see what they need of it:
- the courier who brings your parcel
- the payment service through which you pay. We never see the number of your card or your bank’s password.
- the service that runs this online store for us

This store’s pages keep a cookie while you buy something, so that nothing is charged twice. Nobody is followed for advertising.

We keep each order in our books, since the law asks us to keep a record of what we sell, and with it what you told us for it, until you ask us to erase that.

To see what we keep about you, or to ask us to correct or erase something, ${ask(known)}. Until we have sent your order we can correct the name, phone number and address to which it goes. Once it has been delivered, or cancelled and your money returned, we can erase from it your name, e-mail address, phone number, address and all that you told us. What you bought, what you paid, when, and the pincode that it went to stay in our books.`

const terms = (
  known: Known,
) => `What you buy here you buy from ${known.business}, ${known.address.split('\n').join(', ') || BLANK}.

Prices are in Indian rupees and include all taxes. What delivery costs is added before you pay.

We have a contract once you have paid and our mail says that we have received your order. If we cannot deliver what you ordered, we tell you and return your money.

How we deliver, and what you can cancel or return, is said on our pages about shipping and about returns and refunds.

The law of India applies. If we cannot settle something between us, the courts of ${BLANK} decide.`

export const policyTexts = {
  title: 'Policies',
  lead: (shown: number) =>
    shown === 0
      ? 'Customers cannot read any of them yet.'
      : `Customers can read ${shown} of ${POLICY_KINDS.length}.`,
  note: 'Links to them are shown below every page of your store, beside the button that pays, and in mails to customers.',
  columns: { name: 'Policy', state: 'State' },
  shownSince: 'On your pages since',
  shown: 'On your pages',
  notWritten: 'Not written yet',
  incomplete: 'Address, or a way to reach you, is missing',
  about: {
    about: 'Who you are, where you are, and how customers reach you.',
    shipping: 'Where you send to, how long it takes, and what it costs.',
    returns: 'Until when an order can be cancelled or returned, and when the money comes back.',
    privacy: 'What you ask customers for, and who else sees it.',
    terms: 'What you and your customers agree to.',
  } satisfies Record<PolicyKind, string>,
  back: 'All policies',
  toSettings: 'Settings',
  text: 'Text',
  rule: `Up to ${count(MOST_POLICY_CHARACTERS)} characters. An empty line begins a paragraph; lines that begin with - become a list.`,
  suggest: 'Begin with our text',
  suggestNote: `Nobody sees it before you save. Read it, change what is different with you, and fill in each ${BLANK}.`,
  suggestions: { about, shipping, returns, privacy, terms } satisfies Record<
    PolicyKind,
    (known: Known) => string
  >,
  see: 'See the page',
  saved: 'Saved. It is on your store’s pages now.',
  removed: 'Taken from your store’s pages.',
  remove: 'Empty the text and save, and it is taken from your store’s pages.',
  readOnly: 'A manager or owner can write these.',
  facts: 'What customers see below your text',
  factsNote: 'It comes from your settings, and is shown even without a text.',
  change: 'Change it in Settings',
  notGiven: 'not given',
  card: 'Policies',
  cardNote:
    'What customers and Razorpay want to read before money moves: whom to ask, shipping, returns, privacy, terms.',
  open: 'Write policies',
  look: 'See policies',
  wanted: 'Before Razorpay lets you take real money, it looks for these on your store’s pages:',
  wantedAll: 'What Razorpay wants to read on your store’s pages is all there.',
  isThere: 'there',
  isMissing: 'still missing',
}
