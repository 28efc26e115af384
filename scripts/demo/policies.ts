import type { PolicyKind } from '#contract/policies.ts'

export const BUSINESS = {
  business_name: 'Neem & Brass Crafts LLP',
  business_address: '12 Johari Bazaar\nJaipur 302003\nRajasthan',
  contact_email: 'care@neembrass.example',
  contact_phone: '+91 141 256 7890',
}

export const POLICIES: Record<PolicyKind, string> = {
  about: `Neem & Brass brings things that are made by hand from workshops in Rajasthan, Gujarat and Andhra Pradesh to your door.

We know everybody who makes them, and most of them we have known for twenty years.`,
  shipping: `We send your order within 2 working days after your payment, to any address in India that our couriers reach.

It usually arrives 3 to 6 working days after that. A mail tells you when it is on the way.

What delivery costs is shown on the page of each product, and once more before you pay.`,
  returns: `You can cancel an order until we have sent it: write to care@neembrass.example, and name the number of your order.

If something arrives broken or is not what you ordered, tell us within 3 days and send us a picture of it. We then send you another one or return your money.

We cannot take back:
- pickles and other food
- what was made with your name or picture

We return your money within 5 working days, in the way in which you paid.`,
  privacy: `When you order, we ask for your name, e-mail address, phone number and address. We use them to deliver your order and to answer you, and for nothing else.

Apart from us these see what they need of it:
- the courier who brings your parcel
- the payment service through which you pay
- the service that runs this online store for us`,
  terms: `What you buy here you buy from Neem & Brass Crafts LLP, 12 Johari Bazaar, Jaipur 302003.

Prices are in Indian rupees and include all taxes. What delivery costs is added before you pay.

The law of India applies. If we cannot settle something between us, the courts of Jaipur decide.`,
}
