-- How many mails went to somebody within a window, so that nobody's mailbox is filled. The count holds across restarts and
-- processes. Who it is stands there as a keyed hash only, and rows whose window is over are swept.
create table mail_counts (
  recipient_hash bytea not null,
  budget text not null,
  -- one window for each budget: the first mail opens it
  ends_at timestamptz not null,
  count integer not null check (count >= 0),
  primary key (recipient_hash, budget)
);

create index mail_counts_ends_at on mail_counts (ends_at);
