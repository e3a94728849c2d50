-- runs with: 021
-- How a creator marks protected pictures: off, faint, corner or unseen. The version before shows them without a mark, so
-- marks are complete once no process of it runs any more.

alter table profiles add column picture_mark text not null default 'off';
