-- The trace of the request from which the event came, as W3C writes it; a delivery goes on in it.
alter table events add column traceparent text;
