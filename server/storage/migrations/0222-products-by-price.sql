-- rolling
-- What is offered, by the price that customers pay.
create index products_by_price on products (store_id, current_price_paise, id) where is_active = 1;
