-- What a stock number is explained by: the import a posting came with is found from the posting. A posting belongs to one import.
create unique index import_postings_posting on import_postings (org_id, posting_id);
