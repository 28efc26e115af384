-- A mail is written with the link that its order has. What earlier versions kept beside it nobody reads, and it stayed when
-- the customer was erased, to whom the courier's page says that the parcel went. PostgreSQL keeps what is in a column that
-- is dropped, so it is emptied first.
update mails set tracking_url = null where tracking_url is not null;
alter table mails drop column tracking_url;
