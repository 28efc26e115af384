-- The fields of a product as they are answered, worked out at each write: a read takes one text instead of joining twenty,
-- which was the dearest part of it.
-- SQLite adds no such column to a table that is there, so the products move to a new one. What refers to them goes first,
-- or it would go with them.
create table links as select store_id, product_id, category_id from product_categories;
drop table product_categories;

create table products_answered (
  store_id text not null references stores (id) on delete cascade,
  id text not null,
  created_at bigint not null,
  updated_at bigint not null,
  fields text generated always as (concat(
    '"name":', json_quote(name),
    ',"origional_price":', (price_paise / 100) || case when price_paise % 100 = 0 then '' when price_paise % 100 < 10 then '.0' || (price_paise % 100) else '.' || (price_paise % 100) end,
    ',"current_price":', (current_price_paise / 100) || case when current_price_paise % 100 = 0 then '' when current_price_paise % 100 < 10 then '.0' || (current_price_paise % 100) else '.' || (current_price_paise % 100) end,
    ',"shipping_cost":', (shipping_paise / 100) || case when shipping_paise % 100 = 0 then '' when shipping_paise % 100 < 10 then '.0' || (shipping_paise % 100) else '.' || (shipping_paise % 100) end,
    ',"short_description":', json_quote(short_description),
    ',"long_description":', json_quote(description),
    ',"variations":', variations,
    ',"size":', size,
    ',"colors":', colors,
    ',"categories":', categories,
    ',"is_sale":', case is_sale when 1 then 'true' else 'false' end,
    ',"custom_questions":', custom_questions,
    ',"is_active":', case is_active when 1 then 'true' else 'false' end,
    ',"stock":', stock,
    ',"internal_note":', json_quote(internal_note),
    ',"metadata":', metadata)) stored,
  name text not null,
  price_paise bigint not null,
  current_price_paise bigint not null,
  shipping_paise bigint not null,
  short_description text not null,
  description text not null,
  variations text not null,
  size text not null,
  colors text not null,
  categories text not null,
  is_sale integer not null,
  is_active integer not null,
  custom_questions text not null,
  internal_note text not null,
  metadata text not null,
  primary_image text,
  images text not null,
  stock bigint not null check (stock >= 0),
  stock_given bigint not null default 0,
  low_stock integer generated always as (min(stock, 6)) virtual,
  primary key (store_id, id)
);
insert into products_answered (store_id, id, created_at, updated_at, name, price_paise, current_price_paise, shipping_paise, short_description, description,
  variations, size, colors, categories, is_sale, is_active, custom_questions, internal_note, metadata, primary_image, images,
  stock, stock_given)
select store_id, id, created_at, updated_at, name, price_paise, current_price_paise, shipping_paise, short_description, description,
  variations, size, colors, categories, is_sale, is_active, custom_questions, internal_note, metadata, primary_image, images,
  stock, stock_given
from products;
drop table products;
alter table products_answered rename to products;
create index products_by_age on products (store_id, created_at, id);
create index products_low on products (store_id, low_stock, id) where low_stock <= 5;
create index products_on_sale on products (store_id, created_at, id) where is_sale = 1;

create table product_categories (
  store_id text not null,
  product_id text not null,
  category_id text not null,
  primary key (store_id, product_id, category_id),
  foreign key (store_id, product_id) references products (store_id, id) on delete cascade,
  foreign key (store_id, category_id) references categories (store_id, id)
) without rowid;
insert into product_categories (store_id, product_id, category_id)
  select store_id, product_id, category_id from links order by store_id, product_id, category_id;
drop table links;
create index product_categories_by_category on product_categories (store_id, category_id, product_id);
