-- No query compares these columns, and analyzing them cost half of what the tables of postings need: they grow fast, so
-- autovacuum analyzes them every ten seconds under load (docs/decisions/0130).
alter table stock_postings
  alter metadata set statistics 0,
  alter result set statistics 0,
  alter user_reference set statistics 0;
alter table stock_movements
  alter line_no set statistics 0,
  alter entry_no set statistics 0,
  alter from_version set statistics 0,
  alter from_balance set statistics 0,
  alter to_version set statistics 0,
  alter to_balance set statistics 0,
  alter quantity set statistics 0,
  alter unit_cost set statistics 0;
alter table posting_keys alter request_hash set statistics 0;
alter table command_results
  alter input_hash set statistics 0,
  alter status set statistics 0,
  alter result set statistics 0,
  alter locations set statistics 0;
alter table audit_trail
  alter old_values set statistics 0,
  alter new_values set statistics 0;
