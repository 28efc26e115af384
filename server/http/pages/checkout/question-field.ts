import { html } from 'hono/html'
import { IMAGE_TYPES } from '#contract/image-types.ts'
import { type CustomQuestion, PRODUCT_LIMITS } from '#contract/products.ts'
import { MOST_TEXT_CHARACTERS } from '../../../rules/checkout/purchase.ts'
import { FIT_SCRIPT } from '../assets.ts'
import { describing, field, problemLine } from '../parts/field.ts'
import { answerPicture } from '../parts/picture.ts'
import type { CheckoutView } from './checkout-view.ts'

const PICTURE = {
  accept: IMAGE_TYPES.join(','),
  'data-fit': FIT_SCRIPT.path,
  'data-most-bytes': PRODUCT_LIMITS.imageBytesMax,
  'data-most-pixels': PRODUCT_LIMITS.imagePixelsMax,
}

/** A question of the seller's: a line to fill in, or a picture to add. */
export function questionField(
  { question, type }: CustomQuestion,
  i: number,
  { typed, kept, problem }: Pick<CheckoutView, 'typed' | 'kept'> & { problem: string | undefined },
) {
  const name = `answer-${i}`
  if (type === 'text') {
    return field({
      name,
      label: question,
      value: typed.get(name) ?? '',
      problem,
      lines: 2,
      more: { maxlength: MOST_TEXT_CHARACTERS },
    })
  }
  const arrived = kept.get(i)
  const options = {
    name,
    label: question,
    value: '',
    problem,
    more: PICTURE,
    hint: arrived
      ? 'This picture has arrived. Choose another one only if you want to change it.'
      : 'A picture, such as one from your phone.',
    ...(arrived && { optional: true as const }),
  }
  return html`<div class="field"><label for="${name}">${question}</label>
<p class="small quiet" id="${name}-hint">${options.hint}<noscript> Up to 5 MB.</noscript></p>
${
  arrived
    ? html`${answerPicture(arrived.path, 'Your picture')}
<input type="hidden" name="kept-${i}" value="${arrived.path}"><input type="hidden" name="proof-${i}" value="${arrived.proof}">`
    : ''
}
<link rel="modulepreload" href="${FIT_SCRIPT.path}">
<input type="file" id="${name}" name="${name}"${describing(options)}>
${problemLine(options)}</div>`
}
