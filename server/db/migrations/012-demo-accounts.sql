-- The accounts of the demo world are marked, because everybody knows their password. 'open' while the product shows its demo
-- world; 'closed' otherwise, and then nobody signs in with them and nothing of theirs is shown. Null for every member.
alter table users add column demo text check (demo in ('open', 'closed'));

-- Those that an earlier version made: the cast by its addresses, and whoever has demo payments or demo stories, because
-- an address may have been changed since. The next start with a demo opens them.
update users set demo = 'closed'
where email_key in (
    'fan@loge.test', 'creator@loge.test', 'moderator@loge.test', 'admin@loge.test',
    'lou@loge.test', 'yuki@loge.test', 'ana@loge.test', 'noor@loge.test',
    'claire@loge.test', 'hugo@loge.test', 'ingrid@loge.test', 'pablo@loge.test', 'sofia@loge.test', 'will@loge.test',
    'lena@loge.test', 'nils@loge.test', 'june@loge.test'
  )
  or id in (select creator_id from ledger where is_demo)
  or id in (select profile_id from stories where is_demo);

create index users_demo on users (id) where demo is not null;
-- Whoever others do not see, as server/store/presence.ts asks for it.
create index users_absent on users (id) where erased_at is not null or demo = 'closed';

-- The mark decides what may be removed below, so no member ever gets it: only a new row can have it.
create function refuse_demo_mark() returns trigger language plpgsql as $$
begin
  raise exception 'the account of a member never becomes one of the demo world';
end
$$;
create trigger users_demo_mark before update of demo on users
  for each row when (old.demo is null and new.demo is not null) execute function refuse_demo_mark();

-- The ledger is still only ever added to, with one exception: demo payments, which are nobody's money, may be removed.
-- No row can become one, because no row can be updated.
drop trigger ledger_is_kept on ledger;
create trigger ledger_is_kept before update on ledger for each row execute function refuse_change();
create trigger ledger_is_not_removed before delete on ledger
  for each row when (not old.is_demo) execute function refuse_change();

-- Likewise the audit log: a line goes only when everybody it names is of the demo world.
create function refuse_audit_removal() returns trigger language plpgsql as $$
begin
  if exists (
    select from unnest(array[old.user_id, old.staff_id]) as named (id)
    where named.id is not null and not exists (select from users u where u.id = named.id and u.demo is not null)
  ) then
    raise exception '% is only ever added to', tg_table_name;
  end if;
  return old;
end
$$;
drop trigger audit_log_is_kept on audit_log;
create trigger audit_log_is_kept before update on audit_log for each row execute function refuse_change();
create trigger audit_log_is_not_removed before delete on audit_log
  for each row execute function refuse_audit_removal();
