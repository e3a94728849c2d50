-- runs with: 021
alter table provider_events validate constraint provider_events_subject_kind_check;
