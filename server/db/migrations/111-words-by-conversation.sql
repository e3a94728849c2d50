-- runs with: 021
-- transaction: none
-- Words are found in one conversation by the same index as in an inbox: it reads only messages that have the words and are of
-- the conversation. The second column is a list of one, because PostgreSQL has such indexes for lists without an extension.
-- What older versions look for is its first column, so they do not need the index that it replaces.
create index concurrently message_words_by_conversation on message_words using gin (words, (array[conversation_id])) with (fastupdate = off);
drop index concurrently if exists message_words_words;
