-- runs with: 021
-- transaction: none
-- Several processes may find at the same time that tickets of a creator can be bought now. It is told once.
create unique index concurrently tellings_box_open on tellings (creator_id) where kind = 'box_open';
