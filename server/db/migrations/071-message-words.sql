-- runs with: 021
-- The words of messages, for the search in an inbox (server/store/conversations/message-words.ts). They are written in the
-- background after a message is sent. Each word begins with the inbox of its creator, so that the index of a word that is
-- frequent in the house has a short list for each inbox. Only adds.

-- A text as it is searched: signs between letters part words, as they do for whoever types them.
create function searched_text(words text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(plain_text(words), '[-+_./\\@:;<>&''’‘“”«»–—…‑%~#=*|()\[\]{}!?,"\u00a0\u202f]+', ' ', 'g')
$$;

create function inbox_key(creator_id uuid) returns text language sql immutable strict parallel safe as $$
  select left(md5(creator_id::text), 8) || ':'
$$;

create function inbox_words(creator_id uuid, words text) returns tsvector language sql immutable strict parallel safe as $$
  select coalesce(array_to_tsvector(array_agg(distinct inbox_key(creator_id) || left(lexeme, 60))), ''::tsvector)
  from unnest(to_tsvector('simple', searched_text(words)))
$$;

-- All of the first eight words; the last one may be unfinished. Null without any word.
create function inbox_query(creator_id uuid, words text) returns tsquery language sql immutable strict parallel safe as $$
  select string_agg(
    '''' || replace(replace(inbox_key(creator_id) || left(lexeme, 60), '\', '\\'), '''', '''''') || ''''
      || case when place = count and length(lexeme) > 1 then ':*' else '' end,
    ' & '
  )::tsquery
  from (
    select lexeme, row_number() over (order by positions[array_upper(positions, 1)]) as place, count(*) over () as count
    from unnest(to_tsvector('simple', searched_text(words)))
  ) words
  where place <= 8
$$;

create table message_words (
  conversation_id uuid not null,
  position integer not null,
  words tsvector not null,
  primary key (conversation_id, position),
  foreign key (conversation_id, position) references messages (conversation_id, position) on delete cascade
);
-- Written in the background, in batches: a list of pending entries would only slow the search down.
create index message_words_words on message_words using gin (words) with (fastupdate = off);

-- How far the words are written; a single row.
create table indexed_messages (
  only_row boolean primary key default true check (only_row),
  -- all messages before this one, down to filled_id, have their words
  settled_id uuid not null,
  -- messages up to this one were looked at once; one that was committed late may be missing
  newest_id uuid not null,
  -- messages from this one on have their words; null when there are no older ones
  filled_id uuid
);
