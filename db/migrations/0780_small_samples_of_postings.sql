-- A column's statistics say how many rows ANALYZE reads, 300 for each unit of the largest one. The default of 100 means
-- 30,000 rows, and under load the tables of postings are analyzed every ten seconds. These hold almost only ids and
-- times, of which 3,000 rows say as much: with 843,000 postings, analyzing the four tables takes 90 instead of 860 ms.
alter table stock_postings
  alter org_id set statistics 10,
  alter id set statistics 10,
  alter kind set statistics 10,
  alter source_kind set statistics 10,
  alter source_id set statistics 10,
  alter notes set statistics 10,
  alter user_id set statistics 10,
  alter happened_at set statistics 10,
  alter recorded_at set statistics 10,
  alter reverses_posting_id set statistics 10;
-- The month and the words of a posting: making them of 30,000 notes took a third of the table's time, and the planner
-- doesn't use them, because the words to find are a parameter.
alter index stock_postings_words alter column 2 set statistics 0;
alter index stock_postings_words alter column 3 set statistics 0;
alter table posting_keys
  alter org_id set statistics 10,
  alter id set statistics 10;
alter table command_results
  alter org_id set statistics 10,
  alter command set statistics 10,
  alter key set statistics 10,
  alter user_id set statistics 10,
  alter created_at set statistics 10;
alter table feed_events
  alter org_id set statistics 10,
  alter xid set statistics 10,
  alter place set statistics 10,
  alter type set statistics 10,
  alter object_id set statistics 10,
  alter recorded_at set statistics 10,
  alter version set statistics 0,
  alter details set statistics 0;
