-- rolling
-- Invitations that nobody accepted hold the address of a stranger: they are forgotten when their links have ended.
create index invitations_by_end on invitations (expires_at);
