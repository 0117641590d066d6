"""The MkDocs plugin ``lesson``: hooks only. The only file here that imports mkdocs."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from mkdocs.config import config_options as option
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, PluginError
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils.templates import TemplateContext
from pymdownx.superfences import SuperFencesException

from site_runtime.build import fence, languages, pages, place, site
from site_runtime.build.errors import BuildError


class LessonConfig(Config):  # type: ignore[no-untyped-call]  # mkdocs leaves its class hook untyped
    """Options in mkdocs.yml; paths are relative to that file."""

    lessons = option.ListOfItems(option.Type(str), default=["lesson_code"])
    """Folders of lessons whose pages are written by hand in docs/."""
    outside = option.Optional(option.Type(str))
    """More folders, separated as PATH is; each lesson in them gets its own page."""
    cache = option.Type(str, default=".cache/lesson")


class LessonPlugin(BasePlugin[LessonConfig]):  # type: ignore[no-untyped-call]  # mkdocs leaves its class hook untyped
    """Shows lessons: prepares them, hands SuperFences the fence, lays the assets into the site."""

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Record and build whatever changed, and register the fence."""
        root = Path(config.config_file_path).parent
        outside = (self.config.outside or "").split(os.pathsep)
        try:
            place.check(Path(config.site_dir))
            self.site = site.prepare(root, self.config.lessons, list(filter(None, outside)), root / self.config.cache)
        except BuildError as error:
            raise PluginError(str(error)) from error
        for doubt in self.site.doubts():  # not MkDocs's own warnings, which end a strict build
            print(f"WARNING -  {doubt}", file=sys.stderr)
        fences = config.mdx_configs.setdefault("pymdownx.superfences", {}).setdefault("custom_fences", [])
        for own in self.site.fences:
            fences.append({"name": own.name, "class": own.name, "validator": own.validate, "format": own.format})
        return config

    def on_pre_build(self, config: MkDocsConfig) -> None:
        """Mark the site's folder as one that may be emptied; MkDocs does that next."""
        try:
            place.claim(Path(config.site_dir))
        except BuildError as error:
            raise PluginError(str(error)) from error

    def on_files(self, files: Files, config: MkDocsConfig) -> Files:
        """Add the pages of outside lessons, and name them in the navigation."""
        named = self.site.outside_navigation()
        opening = {path for _, path in named}
        for path, content in self.site.outside_pages().items():
            text = content if isinstance(content, str) else content.read_text("utf-8")
            level = InclusionLevel.INCLUDED if path in opening else InclusionLevel.NOT_IN_NAV
            files.append(File.generated(config, path, content=text, inclusion=level))
        if config.nav is not None:
            config.nav += [{title: path} for title, path in named]
        return files

    def on_nav(self, nav: Navigation, files: Files, **_more: Any) -> None:
        """Tell the languages apart, and note which page shows which area."""
        self.languages = languages.by_page(nav)
        languages.part(nav, self.languages)
        for file in files.documentation_pages():
            if file.page is not None:
                self.site.writer.places.add(file.content_string, file.page.url, self.language(file.page))

    def language(self, page: Page) -> str:
        """Return a page's language: its place in the navigation says it, else its path."""
        return self.languages.get(page.file.src_uri) or pages.language_of(page.file.src_uri)

    def on_page_markdown(self, markdown: str, page: Page, **_more: Any) -> str:
        """Tell the fences which page they stand on, and put in what the page says of recordings."""
        source = page.file.src_uri
        offset = page.file.content_string.count("\n") - markdown.count("\n")
        self.site.fence.page = fence.Page(source, page.url, self.language(page), markdown, offset)
        try:
            return self.site.writer.markdown(markdown, source, offset)
        except BuildError as error:
            raise PluginError(str(error)) from error

    def on_page_content(self, html: str, page: Page, **_more: Any) -> str:
        """Make the links that open the lab at a step, and give tables their boxes."""
        try:
            return pages.boxed(self.site.writer.html(html, page.file.src_uri, page.url, self.language(page)))
        except BuildError as error:
            raise PluginError(str(error)) from error

    def on_page_context(
        self, context: TemplateContext, *, page: Page, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        """Give each page its language, with the site's name in it, its navigation, its card and its counterpart."""
        language = self.language(page)
        config.theme["language"] = language
        own = languages.own(language, config.extra["languages"])
        config.site_name = own.get("title", config.site_name)
        config.site_description = own.get("description", config.site_description)
        page.meta["card"] = self.site.cards.add(page.url, str(page.meta.get("title") or page.title), config.site_name)
        addresses = pages.counterparts(page.url, {other.url for other in nav.pages})
        config.extra["twin"] = languages.twin(language, config.extra["languages"], addresses)
        context["nav"] = languages.only(language, nav, self.languages)
        page.meta["lab"] = "<lesson-lab" in (page.content or "")
        if not languages.is_placed(config.site_url):
            page.canonical_url = None
        return context

    def on_post_build(self, config: MkDocsConfig) -> None:
        """Lay runtime, wheel, traces, modules and cards into the site."""
        try:
            self.site.lay(Path(config.site_dir))
        except BuildError as error:
            raise PluginError(str(error)) from error

    def on_build_error(self, error: Exception, **_more: Any) -> None:
        """End without a traceback where the message says all."""
        if isinstance(error, SuperFencesException):
            raise Abort(str(error))
