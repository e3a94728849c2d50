-- Staff look for users by a part of the name or of the address. The index of names is of use for that only together with one
-- of addresses: without it every search reads the whole table.
create index users_email_key_trgm on users using gin (email_key gin_trgm_ops);
