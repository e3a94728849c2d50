-- runs with: 021
-- Receipts and monthly statements are kept for ten years after the year that they are about, and then erased by a job. Its
-- transaction says from which year on they are kept; without that they are only ever added to, as before.
create function refuse_receipt_removal() returns trigger language plpgsql as $$
begin
  if old.year >= coalesce(nullif(current_setting('loge.kept_from_year', true), '')::integer, 0) then
    raise exception '% is only ever added to', tg_table_name;
  end if;
  return old;
end
$$;
create or replace trigger receipts_are_kept before update on receipts for each row execute function refuse_change();
create trigger receipts_are_not_removed before delete on receipts for each row execute function refuse_receipt_removal();

-- Statements of the demo world, which are about nobody, may be removed at any time.
create or replace function refuse_statement_removal() returns trigger language plpgsql as $$
begin
  if old.month >= coalesce(nullif(current_setting('loge.kept_from_year', true), ''), '0000')
    and not exists (select from users u where u.id = old.creator_id and u.demo is not null)
  then
    raise exception '% is only ever added to', tg_table_name;
  end if;
  return old;
end
$$;
