export const ELSEWHERE = '11111111-1111-4111-8111-111111111111'

const NOWHERE = `/images/' || store_id || '/${'a'.repeat(64)}.png`
const ONE_PAID = `id in (select max(id) from payments where status = 'paid')`
const answered = (type: string, image: string) =>
  `'[{"question":"Yours","type":"${type}","answer":"${image}"}]'`

/** Damage by a reference to a row that the store does not have. */
const astray = (table: string, column: string, toTable: string, where = '1 = 1') =>
  [
    `update ${table} set ${column} = ${column} || 'x' where ${where}`,
    'stores',
    new RegExp(`^${table} refers to it in ${toTable},`),
  ] as const

/** Damage that no constraint of the tables prevents, the invariant that finds it, and the problems it reports. */
export const DAMAGE: readonly (readonly [sql: string, name: string, ...problems: RegExp[]])[] = [
  [
    `update payments set order_id = '${ELSEWHERE}' where ${ONE_PAID}`,
    'payments',
    ...[/there is no order/, /without exactly one payment/],
  ],
  [
    `update payments set status = 'started' where ${ONE_PAID}`,
    'payments',
    ...[/there is an order for it/, /without exactly one payment/],
  ],
  [`update orders set amount_paise = amount_paise + 1`, 'payments', /there is no order for it/],
  [
    `update orders set checkout_id = '${ELSEWHERE}' where customer_name = 'Ravi Rao'`,
    'payments',
    ...[/there is no order for it/, /without exactly one payment/],
  ],
  [
    `delete from refund_tasks where payment_id in (
      select max(payment_id) from refund_tasks where reason <> 'The order was cancelled')`,
    'payments',
    /to be refunded, and there is no task for it/,
  ],
  [
    `delete from refund_tasks where payment_id in (
      select max(payment_id) from refund_tasks where reason = 'The order was cancelled')`,
    'payments',
    /for a cancelled order, and there is no task/,
  ],
  [
    `update refund_tasks set amount_paise = amount_paise + 1`,
    'payments',
    ...[/to be refunded, and there is no task for it/, /for a cancelled order, and there is no task/],
  ],
  [`update payments set settled_at = null where status = 'paid'`, 'payments', /only half settled/],
  [`update payments set ask_at = 1 where status = 'refund_due'`, 'payments', /only half settled/],
  [`update payments set status = 'failed' where status = 'refund_due'`, 'payments', /not to be refunded/],
  [
    `update orders set status = 'started' where id in (select max(p.order_id) from payments p
      join refund_tasks r on r.payment_id = p.id where r.reason = 'The order was cancelled')`,
    'payments',
    /not to be refunded/,
  ],
  [`delete from payments where status = 'paid'`, 'payments', /without exactly one payment/],
  [`update orders set is_test = 0 where is_test = 1`, 'payments', /wrongly whether test money paid for it/],
  [`update products set stock = stock + 1`, 'stock', /the stock is \d+ and should be \d+/],
  [`update orders set quantity = quantity + 1`, 'stock', /the stock is/],
  [`update events set id = 'evt_${ELSEWHERE}' where sequence = 2`, 'events', /an order without its event/],
  [`update events set id = 'evt_${ELSEWHERE}' where sequence = 2`, 'events', /an event of no order/],
  [`delete from events where sequence = 2`, 'events', /not numbered from 1 to/],
  [`update stores set event_sequence = event_sequence + 1`, 'events', /not numbered from 1 to/],
  [
    `delete from deliveries where sequence = 7 and webhook_id in (select id from webhooks where url like '%/on')`,
    'deliveries',
    /no delivery to the webhook/,
  ],
  [
    `delete from mails where kind = 'started' and order_id in (select id from orders where customer_name = 'Ravi Rao')`,
    'mails',
    /no mail about started/,
  ],
  [
    `update mails set kind = 'dispatched' where kind = 'cancelled'
      and order_id not in (select order_id from mails where kind = 'dispatched')`,
    'mails',
    /about dispatched, which it never was/,
  ],
  [
    `update order_history set from_status = to_status where to_status = 'dispatched'`,
    'mails',
    /about dispatched, which it never was/,
  ],
  [`update order_history set about = 'erased' where about = 'address'`, 'mails', /which it never was/],
  [
    `update order_history set to_status = 'delivered' where to_status = 'cancelled'`,
    'history',
    /from started to delivered/,
  ],
  [
    `update order_history set to_status = 'processing' where from_status is null`,
    'history',
    /from nothing to processing/,
  ],
  [`delete from order_history where to_status = 'processing'`, 'history', /does not lead to dispatched/],
  [`update orders set status = 'started' where status = 'cancelled'`, 'history', /does not lead to started/],
  [`update order_sums set orders = orders + 1`, 'sums', /the charts add up \d+ orders .* there are \d+/],
  [`update order_sums set paise = paise + 1`, 'sums', /the charts add up/],
  [`update order_sums set test_orders = test_orders + 1`, 'sums', /the charts add up/],
  [`delete from order_sums where status = 'started'`, 'sums', /the charts add up 0 orders/],
  [
    `delete from order_words where order_id in (select id from orders where status = 'dispatched')`,
    'sums',
    /not in the search index/,
  ],
  [`update order_words set place = place - 1`, 'sums', /not in the search index/],
  [
    `update order_words set order_id = order_id || 'x'`,
    'sums',
    /in the search index, but there is no such order/,
  ],
  [
    `insert into images (store_id, hash, extension, bytes, touched_at)
      select store_id, '${'b'.repeat(64)}', 'png', 1, 0 from images where hash = '${'c'.repeat(64)}'`,
    'images',
    /nothing has used it for more than an hour/,
  ],
  [`update checkouts set expires_at = 0`, 'images', /nothing has used it for more than an hour/],
  [
    `update image_uses set owner_id = owner_id || 'x' where owner_kind = 'checkout'`,
    'images',
    /nothing has used it for more than an hour/,
  ],
  [
    `delete from image_uses where owner_kind = 'product'
      and owner_id in (select max(id) from products where primary_image like '/images/%')`,
    'images',
    /its image is not recorded as used/,
  ],
  [`delete from image_uses where owner_kind = 'store'`, 'images', /its logo is not recorded as used/],
  [
    `delete from image_uses where owner_kind = 'order'`,
    'images',
    /the image of its product is not recorded as used/,
  ],
  [
    `update products set images = '["${NOWHERE}"]'`,
    'images',
    /one of its further images is not recorded as used/,
  ],
  [
    `update orders set answers = ${answered('image', NOWHERE)}`,
    'images',
    /a picture among its answers is not recorded as used/,
  ],
  [
    `update orders set answers = ${answered('image', `' || (select max(primary_image) from products p where p.store_id = orders.store_id) || '`)}
      where store_id in (select store_id from images) and id not in (select owner_id from image_uses)`,
    'images',
    /a picture among its answers is not recorded as used/,
  ],
  [
    `update products set categories = '["Cups"]' where categories = '["Lamps"]'`,
    'categories',
    ...[/does not name its category/, /names the category Cups, which it is not in/],
  ],
  [
    `update products set categories = '["Elsewhere"]'`,
    'categories',
    /names the category Elsewhere, which it is not in/,
  ],
  [
    `delete from shelf where heading = 'all' and product_id in (select max(id) from products where categories = '["Lamps"]')`,
    'shelf',
    /not listed under all products/,
  ],
  [`update shelf set place = place - 1 where heading = 'all'`, 'shelf', /not listed under all products/],
  [`delete from shelf where heading like 'category %'`, 'shelf', /not listed under its category/],
  [
    `insert into shelf (store_id, product_id, heading, place)
      select store_id, product_id, 'hidden all', place from shelf where heading = 'all'`,
    'shelf',
    /listed where it does not belong/,
  ],
  [
    `delete from product_categories where product_id in (
      select max(id) from products where categories = '["Lamps"]')`,
    'shelf',
    /listed where it does not belong/,
  ],
  [`update shelf set place = place - 1 where heading like 'word %'`, 'shelf', /where it does not belong/],
  astray('shelf', 'product_id', 'products'),
  astray('image_uses', 'owner_id', 'products', `owner_kind = 'product'`),
  astray('image_uses', 'owner_id', 'checkouts', `owner_kind = 'checkout'`),
  astray('image_uses', 'owner_id', 'orders', `owner_kind = 'order'`),
  astray('payments', 'checkout_id', 'checkouts'),
  astray('payments', 'order_id', 'orders'),
  astray('refund_tasks', 'payment_id', 'payments'),
  astray('orders', 'checkout_id', 'checkouts'),
  astray('orders', 'product_id', 'products'),
  astray('order_history', 'order_id', 'orders'),
  astray('mails', 'order_id', 'orders'),
  [
    `update payments set checkout_id = (select max(id) from checkouts c where c.store_id <> payments.store_id)`,
    'stores',
    /^payments refers to it in checkouts,/,
  ],
  [`update products set images = '["/images/${ELSEWHERE}/x.png"]'`, 'stores', /an image of another store/],
]

/** Valid states that look like damage, and the invariant that must accept them. */
export const HARMLESS: readonly (readonly [sql: string, name: string])[] = [
  [
    `delete from refund_tasks where payment_id in (select id from payments where status = 'refund_due');
      update payments set amount_paise = 0 where status = 'refund_due'`,
    'payments',
  ],
  [`update orders set worded = 0; delete from order_words`, 'sums'],
  [`update orders set answers = ${answered('text', NOWHERE)}`, 'images'],
  [
    `update orders set answers = ${answered('image', `' || product_image || '`)} where product_image like '/images/%'`,
    'images',
  ],
]
