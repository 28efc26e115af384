import { LOW_STOCK, SALE_PERCENT } from '#contract/dashboard/products.ts'
import { ROWS_MOST } from '#contract/dashboard/store.ts'
import { PRODUCT_LIMITS } from '#contract/products.ts'
import { count } from '../format.ts'
import { plural, pluralUpTo } from './plural.ts'

const { nameMin, nameMax, descriptionMax, shortDescriptionMax, internalNoteMax } = PRODUCT_LIMITS
const { choicesMax, questionsMax, questionMax, imagesMax } = PRODUCT_LIMITS

export const productTexts = {
  title: 'Products',
  lead: 'All that you sell, newest first.',
  add: 'Add product',
  search: 'Search by name',
  filterLabel: 'Show',
  categoryLabel: 'Category',
  filters: {
    active: 'Shown to customers',
    hidden: 'Hidden',
    sale: 'Marked as on sale',
    low_stock: `Low stock (${LOW_STOCK} or fewer)`,
    out_of_stock: 'Out of stock',
  },
  allProducts: 'All products',
  allCategories: 'Any category',
  import: 'Import',
  export: 'Export',
  exportThese: 'Export these',
  columns: { product: 'Product', price: 'Price', stock: 'Stock', state: 'State', changed: 'Changed' },
  shown: 'Shown',
  hidden: 'Hidden',
  sale: 'Sale',
  outOfStock: 'None left',
  inStock: (stock: number) => plural(stock, 'piece'),
  emptyTitle: 'Put your first product on the shelf',
  empty: 'A name, a price, a sentence and how many you have: that is enough to sell it.',
  newTitle: 'New product',
  newLead: 'Four things are needed: name, description, price and stock.',
  copyLead:
    'Filled in like the other one, pictures too. Give it a name of its own and say how many you have.',
  duplicate: 'Duplicate',
  counted: (products: number) => plural(products, 'product'),
  back: 'Products',
  created: 'Product added',
  createdMore: 'Product added. What you typed since is still to be saved.',
  saved: 'Product saved',
  customerPage: 'See it as a customer',
  cards: {
    basics: 'What it is',
    pictures: 'Pictures',
    price: 'Price and stock',
    choices: 'Choices',
    questions: 'Questions to the customer',
    notes: 'For you and your programs',
  },
  name: 'Name',
  nameRule: `${nameMin} to ${nameMax} characters`,
  description: 'Description',
  descriptionRule: `Up to ${descriptionMax} characters`,
  shortDescription: 'Short description',
  shortDescriptionRule: `Up to ${shortDescriptionMax} characters. Left empty, it is the beginning of the description.`,
  price: 'Price (MRP)',
  priceRule: 'Above ₹0, with paise if you like',
  currentPrice: 'Selling price',
  currentPriceRule: 'What customers pay. Left empty, it is the price.',
  currentPriceSame: (price: string) => `Empty: customers pay the price, ${price}.`,
  aboveMrp: 'Above the price (MRP). In India nothing may be sold for more than its MRP.',
  belowLeast: (least: string) =>
    `Razorpay collects ${least} or more. With this price customers must order several pieces at once, or cannot pay.`,
  shipping: 'Shipping',
  shippingRule: 'Once per order. ₹0 is free shipping.',
  stock: 'Stock',
  stockRule: 'Whole pieces, 0 or more',
  isSale: 'Mark as on sale',
  isSaleRule:
    'Customers see a sale label, with the percentage where the selling price is lower. A higher price is struck through either way.',
  isActive: 'Show to customers',
  isActiveRule: 'Hidden products cannot be found or bought.',
  categories: 'Categories',
  categoriesRule: `Up to ${choicesMax}, from your categories`,
  noCategories: 'There are no categories yet. A manager or owner can add them.',
  categoriesOrNew: `Up to ${choicesMax}. Type a name to find one, or to add a new one.`,
  addCategory: (name: string) => `Add “${name}”`,
  variations: 'Variations',
  variationsRule: `Up to ${choicesMax}, such as Plain or Engraved. Type one and press Enter.`,
  size: 'Sizes',
  sizeRule: `Up to ${choicesMax}, such as S, M, L. Type one and press Enter.`,
  colors: 'Colours',
  colorsRule: `Up to ${choicesMax}, such as Indigo. Type one and press Enter.`,
  choicesNote: 'A customer picks one of each before paying.',
  picturesRule: `One main picture and up to ${imagesMax} more. JPEG, PNG, WebP, GIF or AVIF; large ones are made smaller.`,
  drop: 'Drop pictures here, or choose them',
  dropPhone: 'Choose pictures',
  mainPicture: 'Main',
  pictureAlt: (place: number) => (place === 0 ? 'Main picture' : `Picture ${place}`),
  makeMain: 'Make main',
  removePicture: 'Remove',
  tooLarge: (name: string) => `${name} is larger than 5 MB and could not be made smaller`,
  unreadable: (name: string) => `${name} could not be read. Choose it again.`,
  notHeic: (name: string) =>
    `${name} is a HEIC picture, which few browsers can show. Save it as JPEG first. An iPhone takes JPEG after Settings, Camera, Formats, Most Compatible.`,
  notPicture: (name: string) => `${name} is not a JPEG, PNG, WebP, GIF or AVIF picture`,
  tooMany: `There is room for one main picture and ${imagesMax} more`,
  pictureUrl: 'Or the address of a picture',
  pictureUrlAdd: 'Add address',
  questionsRule: `Up to ${questionsMax}. The customer answers before paying, in words or with a picture.`,
  question: (place: number) => `Question ${place}`,
  questionRule: `1 to ${questionMax} characters`,
  answerType: 'Answer',
  answers: { text: 'In words', image: 'With a picture' },
  addQuestion: 'Add a question',
  removeQuestion: (place: number) => `Remove question ${place}`,
  note: 'Internal note',
  noteRule: `Up to ${internalNoteMax} characters. Customers never see it.`,
  metadata: 'Metadata',
  metadataRule: 'Names and values that your programs can read through the API. At most 16 KB.',
  metadataName: 'Name',
  metadataValue: 'Value',
  metadataKind: 'Kind',
  metadataKinds: { text: 'Text', json: 'JSON' },
  metadataAdd: 'Add a pair',
  metadataRemove: (name: string) => `Remove ${name || 'pair'}`,
  metadataBadJson: 'This is not valid JSON. Choose Text to keep it as it is.',
  metadataTwice: 'This name is there twice',
  remove: 'Delete product',
  removeTitle: (name: string) => `Delete ${name}?`,
  removeNote: 'It disappears from your store for good. Past orders keep its name, picture and price.',
  removeRule: 'A product can be deleted once none of its orders is received, being prepared or on the way.',
  removeBlocked: (orders: number) =>
    `${pluralUpTo(ROWS_MOST, orders, 'order')} of it ${orders === 1 ? 'is' : 'are'} still under way. Deliver or cancel ${orders === 1 ? 'it' : 'them'} first. Until then you can hide the product.`,
  removed: 'Product deleted',
  seeOrders: 'See its orders',
  changes: {
    show: 'Show',
    hide: 'Hide',
    sale: 'Put on sale',
    end_sale: 'End the sale',
    delete: 'Delete',
  },
  changeTitles: {
    show: (products: number) => `Show ${plural(products, 'product')} to customers?`,
    hide: (products: number) => `Hide ${plural(products, 'product')} from customers?`,
    sale: (products: number) => `Put ${plural(products, 'product')} on sale?`,
    end_sale: (products: number) => `End the sale of ${plural(products, 'product')}?`,
    delete: (products: number) => `Delete ${plural(products, 'product')}?`,
  },
  changeNotes: {
    show: (products: number) =>
      products === 1
        ? 'Customers find it in your store and can buy it while it is in stock.'
        : 'Customers find them in your store and can buy what is in stock.',
    hide: (products: number) =>
      products === 1
        ? 'It cannot be found or bought until you show it again. Its orders go on.'
        : 'They cannot be found or bought until you show them again. Their orders go on.',
    sale: () =>
      'Customers see a sale label, and the price (MRP) struck through. A product that already sells for less is left as it is.',
    end_sale: () =>
      'The sale label goes, and customers pay the price (MRP), also where they paid less before the sale: what that was is not kept. Products that are not marked as on sale are left as they are.',
    delete: (products: number) =>
      products === 1
        ? 'It disappears from your store for good, unless it has orders under way. Past orders keep its name, picture and price.'
        : 'They disappear from your store for good. Past orders keep name, picture and price. A product with orders under way is left as it is.',
  },
  saleForgets: (products: number, all: number) =>
    products === 1
      ? `${all === 1 ? 'It' : 'One of them'} sells for less than its price (MRP) now. That is not kept: when the sale ends, it costs the price (MRP).`
      : `${products} of them sell for less than their price (MRP) now. That is not kept: when the sale ends, they cost the price (MRP).`,
  priceAfterSale: (name: string, before: string, after: string) => `${name}: ${before} now, ${after} then`,
  pricesMore: (products: number) => `and ${plural(products, 'more product')}`,
  percent: 'How much off the price (MRP)',
  percentWrong: `A whole number from ${SALE_PERCENT.least} to ${SALE_PERCENT.most}, please`,
  percentRule: `${SALE_PERCENT.least} to ${SALE_PERCENT.most} percent. From ₹100 on, the new price is rounded down to whole rupees.`,
  changed: {
    show: (products: number) => `${plural(products, 'product')} shown`,
    hide: (products: number) => `${plural(products, 'product')} hidden`,
    sale: (products: number) => `${plural(products, 'product')} put on sale`,
    end_sale: (products: number) => `${plural(products, 'product')} taken off sale`,
    delete: (products: number) => `${plural(products, 'product')} deleted`,
  },
  changedAlready: {
    show: (products: number) => `${plural(products, 'product was', 'products were')} shown already.`,
    hide: (products: number) => `${plural(products, 'product was', 'products were')} hidden already.`,
    sale: (products: number) => `${plural(products, 'product had', 'products had')} that sale price already.`,
    end_sale: (products: number) => `${plural(products, 'product was', 'products were')} not on sale.`,
    delete: (products: number) => `${plural(products, 'product was', 'products were')} deleted already.`,
  },
  changeRefused: {
    gone: 'is not there any more',
    active_orders: 'has orders under way: deliver or cancel them first, or hide it',
    cheaper: 'sells for less than that already',
    repriced: 'has another price (MRP) by now',
  },
  importTitle: 'Import products',
  importLead: 'From a CSV file, such as a spreadsheet saves. A row with the id of a product changes it.',
  importRule:
    'The first line names the columns. Name, price, description and stock are needed; lists are separated by a bar (|). Leave stock_at_export as it was exported: what is sold meanwhile then stays sold.',
  importTemplate: 'Export your products to get a file with every column.',
  importDrop: 'Drop a CSV file here, or choose one',
  importChoose: 'Choose a CSV file',
  importReady: (rows: number, name: string) => `${plural(rows, 'row')} in ${name}`,
  importUnknown: (titles: readonly string[]) =>
    titles.length === 1
      ? `This column is not known and is left out: ${titles[0]}`
      : `These columns are not known and are left out: ${titles.join(', ')}`,
  importStart: (rows: number) => `Import ${plural(rows, 'row')}`,
  importRunning: (done: number, all: number) => `${count(done)} of ${plural(all, 'row')}`,
  importStop: 'Stop',
  importOther: 'Choose another file',
  importDone: (created: number, updated: number) =>
    [
      (created > 0 || updated === 0) && `${plural(created, 'product')} added`,
      updated > 0 && `${plural(updated, 'product')} changed`,
    ]
      .filter(Boolean)
      .join(', '),
  importRefused: (rows: number) => `${plural(rows, 'row')} refused`,
  importNoneRefused: 'Every row was taken.',
  importRow: 'Row',
  importName: 'Product',
  importWhy: 'Why',
  importRefusedFile: 'Download the refused rows',
  importNoCsv: (file: string) =>
    `${file} is not a CSV file. Open it in your spreadsheet, save or download it as CSV, and choose that file.`,
  importUnread: (file: string) =>
    `${file} cannot be read. It may have been changed or moved since; choose it again.`,
  importOneFile: 'Choose one file at a time.',
  importEmpty: 'There are no rows under the line of titles.',
  importNoTitles: (file: string) =>
    `${file} cannot be imported: its first line must name the columns, at least name, price, description and stock.`,
  importMore: (rows: number) => `${plural(rows, 'more row')} in the file of refused rows.`,
  importAgain: 'Go on',
  importLeaveTitle: 'Stop the import?',
  importLeave: 'The rows imported so far stay; the rest of the file is not sent.',
  importStopped: 'Stopped. What was imported stays; going on does nothing twice.',
  toProducts: 'See the products',
}
