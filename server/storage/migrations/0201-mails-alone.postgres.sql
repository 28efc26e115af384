-- rolling
-- A mail is only ever written together with the change of the order that it is about, so it is not held against it each
-- time; "haat verify" tells of one without its order.
alter table mails drop constraint mails_store_id_order_id_fkey;
