-- runs with: 021
-- A message that staff hide is not found any more, and one that they restore is found again, whichever version does it.

create function update_message_words() returns trigger language plpgsql as $$
begin
  if new.hidden_at is not null then
    delete from message_words where conversation_id = new.conversation_id and position = new.position;
  else
    insert into message_words (conversation_id, position, words)
    select new.conversation_id, new.position, inbox_words(c.creator_id, new.content)
    from conversations c where c.id = new.conversation_id
    on conflict (conversation_id, position) do update set words = excluded.words;
  end if;
  return null;
end
$$;

create trigger messages_words after update of content, hidden_at on messages for each row
  execute function update_message_words();
